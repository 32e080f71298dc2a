/** Where graphs are drawn, edited, solved and watched. */
export function Playground() {
  return <main class="playground" />;
}
