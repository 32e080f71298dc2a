/** Graphs that are too large to be drawn whole. */
export function Big() {
  return <main class="big" />;
}
