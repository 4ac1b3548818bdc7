import { OFFICE_MARK } from '@assay/figures';
import { NOT_RATED } from '@assay/wording';
import { AssetGlyph } from '../marks/asset.tsx';
import { MarkGlyph } from '../marks/mark-glyph.tsx';

export interface MarksRowProps {
  readonly ticker: string;
  /** 0 is N/A. */
  readonly score: number;
  readonly year: number;
}

/** Office, asset, score and year: a signature. It repeats what is already on the sheet. */
export function MarksRow({ ticker, score, year }: MarksRowProps) {
  return (
    <ul className="marks">
      <li>
        <span className="mark-box">
          <MarkGlyph mark={OFFICE_MARK} className="mark-office" />
        </span>
        <span>Office</span>
      </li>
      <li>
        <span className="mark-box">
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <ellipse className="o" cx="20" cy="20" rx="18" ry="18.5" />
          </svg>
          <AssetGlyph ticker={ticker} className="mark-asset" />
        </span>
        <span>Asset</span>
      </li>
      <li>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <path className="o" d="M2.5 5h35v30h-35z" />
          <text x="20" y="26.5" textAnchor="middle">
            {score === 0 ? NOT_RATED : `${score}/5`}
          </text>
        </svg>
        <span>Score</span>
      </li>
      <li>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <path className="o" d="M4 2.5h32v20c0 8-7 12-16 15.5C11 34.5 4 30.5 4 22.5z" />
          <text x="20" y="24.5" textAnchor="middle">
            {String(year % 100).padStart(2, '0')}
          </text>
        </svg>
        <span>Year</span>
      </li>
    </ul>
  );
}
