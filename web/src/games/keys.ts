import type { Place } from "./types.ts";

/** Which way the arrow keys point. */
export const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest place in a direction, those straight ahead before those aside. */
export function neighbour(places: Place[], from: number, [dx, dy]: [number, number]): number | null {
  const here = places[from];
  if (!here) return null;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  places.forEach((place, index) => {
    const ahead = (place.x - here.x) * dx + (place.y - here.y) * dy;
    const aside = Math.abs((place.x - here.x) * dy) + Math.abs((place.y - here.y) * dx);
    if (ahead < 0.2 || aside > 2 * ahead) return;
    const far = ahead + 2.5 * aside;
    if (far < least) {
      least = far;
      best = index;
    }
  });
  return best;
}
