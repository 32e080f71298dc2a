/** The game explorer. */
export function Games() {
  return <main class="games" />;
}
