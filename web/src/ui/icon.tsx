/** Line icons on a grid of 24, drawn for this page. */
const PATHS = {
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.6 9.3a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2 1-1.2 1.9M12 16.8v.2",
  pointer: "M5 3l6 16 2.4-6.6L20 10z",
  vertex: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 9v6M9 12h6",
  edge: "M5 19a2 2 0 1 0 0-.01M7 17L17 7M11 6.5l6.5-.5-.5 6.5",
  trash: "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-2",
  redo: "M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h2",
  presets: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  open: "M3 19V5h6l2 3h10v11zM3 11h18",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  save: "M12 4v11M8 11l4 4 4-4M5 20h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  tidy: "M4 6h6v4H4zM14 4h6v4h-6zM14 14h6v4h-6zM10 8l4-2M10 9l4 6",
  new: "M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14h6",
  play: "M7 4l13 8-13 8z",
  pause: "M8 4v16M16 4v16",
  back: "M17 5l-9 7 9 7zM6 5v14",
  forward: "M7 5l9 7-9 7zM18 5v14",
  first: "M19 5l-7 7 7 7zM12 5l-7 7 7 7z",
  last: "M5 5l7 7-7 7zM12 5l7 7-7 7z",
  left: "M15 5l-7 7 7 7",
  strategy: "M3 17h7l4-10h7M17 3l4 4-4 4",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  check: "M5 13l4 4L19 7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
