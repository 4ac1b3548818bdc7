import type { SceneEdge, SceneNode } from './scene.ts';

type Point = readonly [x: number, y: number];

/** The corners of a node's shape; null for those that are round. */
export function cornersOf({ shape, x, y, radius: r }: SceneNode): readonly Point[] | null {
  switch (shape) {
    case 'high':
      return [
        [x, y - r * 1.15],
        [x + r * 1.12, y + r * 0.8],
        [x - r * 1.12, y + r * 0.8],
      ];
    case 'mid':
      return [
        [x, y - r * 1.1],
        [x + r * 1.1, y],
        [x, y + r * 1.1],
        [x - r * 1.1, y],
      ];
    case 'none':
      return [
        [x - r * 0.8, y - r * 0.8],
        [x + r * 0.8, y - r * 0.8],
        [x + r * 0.8, y + r * 0.8],
        [x - r * 0.8, y + r * 0.8],
      ];
    case 'low':
    case 'subject':
    case 'open':
      return null;
  }
}

/** Whether a shape is an outline: what has no category is not filled. */
export function isOutline({ shape }: SceneNode): boolean {
  return shape === 'none' || shape === 'open';
}

/** The line of an edge up to its arrow, and the arrow's corners. */
export function arrowOf({ fromX, fromY, toX, toY, endRadius, width }: SceneEdge): {
  readonly end: Point;
  readonly head: readonly [Point, Point, Point];
} {
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
  const size = 5 + width * 1.5;
  const tip: Point = [toX - dx * (endRadius + 4), toY - dy * (endRadius + 4)];
  const end: Point = [tip[0] - dx * size, tip[1] - dy * size];
  const half = size * 0.5;
  return {
    end,
    head: [tip, [end[0] - dy * half, end[1] + dx * half], [end[0] + dy * half, end[1] - dx * half]],
  };
}
