import { layMicroText, type RosetteDrawing, type RosetteStage } from '@assay/figures';
import { type RefObject, startTransition, useEffect, useId, useRef, useState } from 'react';
import { OfficeMark } from '../marks/office-mark.tsx';

export interface RosetteProps {
  /** The report id; it alone decides the drawing. */
  readonly id: string;
  readonly stage?: RosetteStage;
  readonly strokeUnits?: number;
  /** Facts round the rim. They are also given in plain text. */
  readonly microText?: string;
  /** Name for screen readers; without one the drawing is decoration. */
  readonly title?: string;
  readonly withOffice?: boolean;
  /** Draw the strokes in, once: a result seen for the first time. */
  readonly engraving?: boolean;
}

/**
 * The guilloche of a report. Drawn in the browser, and only when it comes near the viewport: the path data is about
 * 130 KB, the id a few characters. Until then its box is empty but for the text round the rim, which is in the page.
 */
export function Rosette({ id, stage = 4, strokeUnits, microText, title, withOffice = false, engraving }: RosetteProps) {
  const [drawing, setDrawing] = useState<RosetteDrawing | null>(null);
  const withMicroText = microText !== undefined && stage === 4;

  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearness(box);

  useEffect(() => {
    if (!isNear) return;
    let isLeft = false;
    const options = { stage, withMicroText, ...(strokeUnits === undefined ? {} : { strokeUnits }) };
    async function engrave() {
      const { engraveRosette } = await import('./draw-late.ts');
      for (const part of engraveRosette(id, options)) {
        if (isLeft) return;
        startTransition(() => setDrawing(part));
        await yieldEventLoop();
      }
    }
    // The drawing is decoration: without it the report is complete.
    engrave().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [isNear, id, stage, strokeUnits, withMicroText]);

  const half = withMicroText ? 208 : 196;
  const naming = title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title };
  return (
    <div className="rosette" ref={box} {...naming}>
      <svg
        className="rosette-drawing"
        viewBox={`${-half} ${-half} ${half * 2} ${half * 2}`}
        strokeWidth={drawing?.strokeUnits}
        data-engraving={engraving ? '' : undefined}
        aria-hidden="true"
      >
        {drawing?.bands.map((band, order) => (
          <g key={band.paths[0]} data-band={order} transform={`rotate(${band.turnDegrees})`}>
            {band.paths.map((path) => (
              <path key={path} d={path} pathLength={1} />
            ))}
          </g>
        ))}
        {drawing?.rings.map((ring) => (
          <circle key={ring.radius} r={ring.radius} strokeWidth={ring.strokeUnits} />
        ))}
        {withMicroText && <MicroTextRing line={microText} />}
      </svg>
      {withOffice && <OfficeMark />}
    </div>
  );
}

/** Yields the event loop: typing and scrolling come first. */
function yieldEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** How far outside the window a drawing begins. */
const NEAR_MARGIN = '300px';

/** True from the first time the element is near the window. What is not displayed never is. */
function useNearness(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR_MARGIN },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [isNear, element]);
  return isNear;
}

function MicroTextRing({ line }: { line: string }) {
  const id = useId();
  const ring = layMicroText(line);
  return (
    <>
      <path className="rosette-line" id={id} d={ring.path} />
      <text className="rosette-text" fontSize={ring.fontUnits}>
        <textPath href={`#${id}`} textLength={ring.lengthUnits} lengthAdjust="spacing">
          {ring.text}
        </textPath>
      </text>
    </>
  );
}
