import { render } from "preact";
import { App } from "./app.tsx";
import "./ui/page.css";

const place = document.getElementById("page");
if (place) render(<App />, place);
