import { useRef } from 'react';
import { type Camera, type Point, pinch } from './camera.ts';

/** A pointer that moved less than this, in CSS pixels, has clicked. */
const CLICK_SLACK = 5;

interface PointerActs {
  readonly move: (change: (camera: Camera) => Camera) => void;
  /** The node at a point of the canvas; null where there is none. */
  readonly nodeAt: (point: Point) => string | null;
  readonly click: (point: Point) => void;
  /** A node was dragged and let go at a point. */
  readonly drop: (node: string, point: Point) => void;
}

interface Held {
  /** Since when it is held alone. */
  readonly from: Point;
  readonly at: Point;
  /** How far it went, in CSS pixels. */
  readonly far: number;
  readonly node: string | null;
}

/** Of the first button of a mouse, a finger or the tip of a pen. */
const MAIN_BUTTON = 0;

const pointOf = ({ nativeEvent: { offsetX, offsetY } }: React.PointerEvent): Point => ({ x: offsetX, y: offsetY });

/** One pointer clicks, drags a node or moves the camera; two move it and zoom. */
export function usePointers({ move, nodeAt, click, drop }: PointerActs) {
  const held = useRef<ReadonlyMap<number, Held>>(new Map());

  const keep = (id: number, pointer: Held) => {
    held.current = new Map(held.current).set(id, pointer);
  };

  const forget = (id: number) => {
    const others = [...held.current].filter(([other]) => other !== id);
    held.current = new Map(others.map(([other, pointer]) => [other, { ...pointer, from: pointer.at }]));
  };

  return {
    onPointerDown(event: React.PointerEvent) {
      // Another button opens a menu of the browser, and its end may never be reported.
      if (event.button !== MAIN_BUTTON) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = pointOf(event);
      const isAlone = held.current.size === 0;
      keep(event.pointerId, { from: at, at, far: 0, node: isAlone ? nodeAt(at) : null });
      if (isAlone) return;
      // With a second finger nothing is clicked or dragged, not even by the first.
      for (const [id, pointer] of held.current) keep(id, { ...pointer, far: CLICK_SLACK, node: null });
    },

    onPointerMove(event: React.PointerEvent) {
      const before = held.current.get(event.pointerId);
      if (before === undefined) return;
      const at = pointOf(event);
      const far = before.far + Math.hypot(at.x - before.at.x, at.y - before.at.y);
      keep(event.pointerId, { ...before, at, far });
      if (before.node !== null) return;
      const [other] = [...held.current].filter(([id]) => id !== event.pointerId);
      move((camera) => pinch(camera, [before.at, at], other?.[1].at ?? null));
    },

    onPointerUp(event: React.PointerEvent) {
      const pointer = held.current.get(event.pointerId);
      forget(event.pointerId);
      if (pointer === undefined) return;
      const at = pointOf(event);
      if (pointer.far < CLICK_SLACK) click(at);
      else if (pointer.node !== null) drop(pointer.node, at);
    },

    // The browser took it to scroll the page: the graph stays as it was.
    onPointerCancel(event: React.PointerEvent) {
      const pointer = held.current.get(event.pointerId);
      forget(event.pointerId);
      // What it did together with another one stays: halfway back, the graph would jump.
      if (pointer === undefined || pointer.node !== null || held.current.size > 0) return;
      move((camera) => pinch(camera, [pointer.at, pointer.from], null));
    },
  };
}
