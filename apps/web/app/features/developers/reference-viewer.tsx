import { type ReactNode, useRef } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { startReference } from './scalar.ts';

export interface ReferenceViewerProps {
  /** What is shown until the viewer works, and where it does not. */
  readonly children: ReactNode;
  /** Address of the plain page. */
  readonly plain: string;
}

/** The document of the public API in Scalar's viewer, which is loaded here and on no other page. */
export function ReferenceViewer({ children, plain }: ReferenceViewerProps) {
  const place = useRef<HTMLDivElement>(null);
  const { data: state } = useData('reference', (signal) =>
    startReference(place.current, signal).then(
      () => 'shown' as const,
      () => 'failed' as const,
    ),
  );
  const isShown = state === 'shown';
  return (
    <>
      {/* The viewer brings a main part of its own. */}
      <div className="reference-page" id={isShown ? 'main' : undefined} hidden={!isShown}>
        <nav className="reference-plain" aria-label="Other forms">
          <a href={plain}>Show as a plain page</a>
        </nav>
        <div className="reference" ref={place} />
      </div>
      {!isShown && children}
      <p className="visually-hidden" role="status">
        {state === 'failed' && 'The interactive reference could not be loaded. This is the plain one.'}
      </p>
    </>
  );
}
