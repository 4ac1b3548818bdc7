import type { Scene } from './scene.ts';

/** Which part of the scene is shown: a point of the screen is `scale * point + shift`. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A point of the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Around the scene: room for the names beside it, less where the screen is narrow. */
const [MARGIN, MARGIN_PART] = [56, 0.1];
const [LEAST_SCALE, MOST_SCALE] = [0.02, 4];

/** Shows the whole scene, no larger than it is drawn. */
export function fitCamera({ nodes }: Scene, { width, height }: Size): Camera {
  const xs = nodes.map(({ x }) => x);
  const ys = nodes.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const margin = Math.min(MARGIN, MARGIN_PART * width);
  const wanted = Math.min((width - 2 * margin) / (right - left || 1), (height - 2 * margin) / (bottom - top || 1));
  const scale = Math.min(1.15, Math.max(LEAST_SCALE, wanted));
  return { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 };
}

/** Zooms by a factor so that the point of the screen stays where it is. */
export function zoomAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, camera.scale * factor));
  const by = scale / camera.scale;
  return { scale, x: x - by * (x - camera.x), y: y - by * (y - camera.y) };
}

/** Follows a finger that went from one point to the other: moves with it, and zooms where another one is held. */
export function pinch(camera: Camera, [from, to]: readonly [Point, Point], other: Point | null): Camera {
  if (other === null) return { ...camera, x: camera.x + to.x - from.x, y: camera.y + to.y - from.y };
  const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  const [x, y] = [(from.x + other.x) / 2, (from.y + other.y) / 2];
  const zoomed = zoomAt(camera, distance(to) / distance(from), x, y);
  return { ...zoomed, x: zoomed.x + (to.x - from.x) / 2, y: zoomed.y + (to.y - from.y) / 2 };
}

/** The node, else the edge, at a point of the screen; null where there is neither. */
export function hitAt(scene: Scene, camera: Camera, screenX: number, screenY: number): string | null {
  const x = (screenX - camera.x) / camera.scale;
  const y = (screenY - camera.y) / camera.scale;
  const slack = 6 / camera.scale;
  const node = scene.nodes.findLast((one) => Math.hypot(one.x - x, one.y - y) <= one.radius + slack);
  if (node !== undefined) return node.id;
  const edge = scene.edges.find((one) => distanceTo(one, x, y) <= slack);
  return edge?.id ?? null;
}

function distanceTo(
  { fromX, fromY, toX, toY }: { fromX: number; fromY: number; toX: number; toY: number },
  x: number,
  y: number,
): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const at = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
  return Math.hypot(fromX + at * dx - x, fromY + at * dy - y);
}
