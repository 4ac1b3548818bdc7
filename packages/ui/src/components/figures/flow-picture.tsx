import { type FlowPictureSizes, layFlowPicture } from '@assay/figures';
import {
  DIRECTION_WORDS,
  type DirectionName,
  type FlowPart,
  flowLine,
  flowWords,
  formatShare,
  nameFlowEntity,
  RESULT_WORDS,
} from '@assay/wording';
import { useId } from 'react';
import { HatchPatterns, hatchFill } from './hatch.tsx';

export interface FlowPictureProps {
  readonly direction: DirectionName;
  readonly parts: readonly FlowPart[];
  /** What the result is of; default: the wallet. */
  readonly subjectName?: string;
}

type Format = 'wide' | 'narrow';

/** Sizes in CSS pixels at the width that each format is shown at most. */
const FORMATS: Readonly<Record<Format, Omit<FlowPictureSizes, 'wallet'>>> = {
  wide: { width: 820, height: 220, line: 22, gap: 12, bar: 10, label: 330 },
  narrow: { width: 320, height: 190, line: 20, gap: 10, bar: 8, label: 240 },
};
/** Characters that fit a line beside its share. */
const NAME_LENGTHS: Readonly<Record<Format, number>> = { wide: 34, narrow: 25 };
/** Above the drawing, for the name of the wallet. */
const ABOVE = 24;
/** A band of less is a line with nothing inside. */
const HATCH_LEAST = 6;

/**
 * Where a direction's value came from or went, as bands from the wallet to categories and entities: once for wide screens
 * and once for phones, which show one of them each. All numbers are text, and are in the table of evidence too.
 */
export function FlowPicture(props: FlowPictureProps) {
  return (
    <figure className="flow-picture">
      <figcaption>{DIRECTION_WORDS[props.direction]}</figcaption>
      <Drawing {...props} format="wide" />
      <Drawing {...props} format="narrow" />
    </figure>
  );
}

function Drawing({
  direction,
  parts,
  subjectName = RESULT_WORDS.thisWallet,
  format,
}: FlowPictureProps & { readonly format: Format }) {
  const id = useId();
  const sizes = FORMATS[format];
  // On a phone the text is at the right of both directions: there is no room to mirror it.
  const isMirrored = direction === 'incoming' && format === 'wide';
  const { width, height, bars, bands, lines, text } = layFlowPicture(parts, {
    ...sizes,
    wallet: isMirrored ? 'right' : 'left',
  });
  const wallet = bars.find(({ kind }) => kind === 'wallet');
  const words = flowWords(direction, parts);
  return (
    <svg
      viewBox={`0 ${-ABOVE} ${width} ${height + ABOVE + 2}`}
      data-format={format}
      role="img"
      aria-labelledby={`${id}t ${id}d`}
    >
      <title id={`${id}t`}>{words.title}</title>
      <desc id={`${id}d`}>{words.text}</desc>
      <HatchPatterns prefix={id} />
      {bands.map(({ level, category, entity, group, path }) => (
        <path
          key={`${level} ${category} ${entity}`}
          className="flow-band"
          data-group={group}
          data-residual={group === 'none' ? category : undefined}
          d={path}
        />
      ))}
      {bars.map(({ kind, category, entity, group, tone, ...box }) => (
        <g
          key={`${kind} ${category} ${entity}`}
          className={kind === 'wallet' ? 'flow-wallet' : undefined}
          data-group={group}
        >
          <rect className="tone" data-tone={tone} {...box} />
          {kind !== 'wallet' && box.height >= HATCH_LEAST && <rect {...box} fill={hatchFill(id, group)} />}
        </g>
      ))}
      {wallet !== undefined && (
        <text
          x={isMirrored ? width : 0}
          y={wallet.y - 9}
          textAnchor={isMirrored ? 'end' : undefined}
          className="flow-wallet-name"
        >
          {`${subjectName.slice(0, 1).toUpperCase()}${subjectName.slice(1)}`}
        </text>
      )}
      {lines.map(({ category, entity, y }) => {
        const line = flowLine(parts, category, entity);
        if (line === null) return null;
        return (
          <g key={`${category} ${entity}`} className={entity === null ? 'flow-head' : 'flow-end'}>
            <text x={text.left} y={y} dy="0.34em">
              {nameFlowEntity(line.name, NAME_LENGTHS[format])}
            </text>
            <text className="num" x={text.right} y={y} dy="0.34em" textAnchor="end">
              {formatShare(line.share)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
