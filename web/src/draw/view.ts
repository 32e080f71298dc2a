import { signal } from "@preact/signals";
import { select } from "d3-selection";
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import type { Point } from "./geometry.ts";

interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Which part of a picture is in its frame: wheel, pinch and drag move it, and it can be fitted. */
export class View {
  /** Rises whenever the picture has moved. */
  readonly moved = signal(0);
  #zoom: ZoomBehavior<SVGSVGElement, unknown> | null = null;
  #svg: SVGSVGElement | null = null;
  #frame: HTMLElement | null = null;
  #extent: (() => Extent) | null = null;
  #transform: ZoomTransform = zoomIdentity;
  /** Whether somebody has moved it since it was fitted; otherwise it stays fitted when the frame changes. */
  #touched = false;

  attach(svg: SVGSVGElement, content: SVGGElement, frame: HTMLElement, extent: () => Extent): () => void {
    this.#svg = svg;
    this.#frame = frame;
    this.#extent = extent;
    this.#zoom = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.05, 4])
      .clickDistance(5)
      .filter((event: MouseEvent) => {
        const target = event.target as Element;
        return event.type === "wheel" || (!event.button && !target.closest("[data-vertex]") && !event.shiftKey);
      })
      .on("zoom", (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        this.#transform = event.transform;
        if (event.sourceEvent) this.#touched = true;
        content.setAttribute("transform", event.transform.toString());
        this.moved.value++;
      });
    select(svg).call(this.#zoom).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => {
      if (!this.#touched) this.fit();
    });
    watch.observe(frame);
    return () => {
      watch.disconnect();
      select(svg).on(".zoom", null);
    };
  }

  /** Shows all of the picture, not larger than is good for reading. */
  fit() {
    const { width, height } = this.#size();
    if (!this.#extent || width === 0 || height === 0) return;
    const extent = this.#extent();
    const margin = Math.min(56, width * 0.08, height * 0.12);
    const scale = Math.min(
      (width - 2 * margin) / Math.max(1, extent.width),
      (height - 2 * margin) / Math.max(1, extent.height),
      width > 1200 ? 2 : 1.5,
    );
    const k = Math.max(0.05, scale);
    const x = width / 2 - k * (extent.x + extent.width / 2);
    const y = height / 2 - k * (extent.y + extent.height / 2);
    this.#set(zoomIdentity.translate(x, y).scale(k));
    this.#touched = false;
  }

  scaleBy(factor: number) {
    if (this.#svg && this.#zoom) select(this.#svg).call(this.#zoom.scaleBy, factor);
    this.#touched = true;
  }

  /** Moves the picture so far that a point of it is in the frame. */
  reveal(point: Point) {
    const { width, height } = this.#size();
    const at = this.toFrame(point);
    const margin = 40;
    const dx = Math.max(0, margin - at.x) - Math.max(0, at.x - (width - margin));
    const dy = Math.max(0, margin - at.y) - Math.max(0, at.y - (height - margin));
    if (dx === 0 && dy === 0) return;
    const t = this.#transform;
    this.#set(zoomIdentity.translate(t.x + dx, t.y + dy).scale(t.k));
    this.#touched = true;
  }

  toFrame(point: Point): Point {
    const [x, y] = this.#transform.apply([point.x, point.y]);
    return { x, y };
  }

  /** The point of the picture under a place on the screen. */
  toPicture(client: { clientX: number; clientY: number }): Point {
    const box = this.#svg?.getBoundingClientRect();
    const [x, y] = this.#transform.invert([client.clientX - (box?.left ?? 0), client.clientY - (box?.top ?? 0)]);
    return { x, y };
  }

  /** The point of the picture in the middle of the frame. */
  middle(): Point {
    const { width, height } = this.#size();
    const [x, y] = this.#transform.invert([width / 2, height / 2]);
    return { x, y };
  }

  #size() {
    return { width: this.#frame?.clientWidth ?? 0, height: this.#frame?.clientHeight ?? 0 };
  }

  #set(transform: ZoomTransform) {
    if (this.#svg && this.#zoom) select(this.#svg).call(this.#zoom.transform, transform);
  }
}
