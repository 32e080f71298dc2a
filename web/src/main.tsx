import { render } from "preact";
import { given } from "./api/client.ts";
import { App } from "./app.tsx";
import "./ui/page.css";

if (given) document.title = `${given.title} – Retrograde`;
const place = document.getElementById("page");
if (place) render(<App />, place);
