import { Catalogue } from "./catalogue.tsx";
import { Explorer } from "./explorer.tsx";
import { spec } from "./sitting.ts";
import "./games.css";

/** The game explorer. */
export function Games() {
  return spec.value === "" ? <Catalogue /> : <Explorer />;
}
