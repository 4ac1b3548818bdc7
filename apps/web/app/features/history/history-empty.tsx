import { BlankStars, Rosette } from '@assay/ui';
import type { ReactNode } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

export function NoHistory() {
  return (
    <Empty
      title="No checks history yet"
      text="The results will appear here once you check a crypto wallet address for risk"
      action={
        <SiteLink className="btn btn-primary" to="/">
          Make a check
        </SiteLink>
      }
    />
  );
}

export function NoMatches({ onClear }: { readonly onClear: () => void }) {
  return (
    <Empty
      title="We couldn't find any matches"
      text="Be less specific, check the spelling, or use different keywords"
      action={
        <button className="btn btn-line" type="button" onClick={onClear}>
          Clear search
        </button>
      }
    />
  );
}

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
}

function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className="empty">
      <div className="empty-art" aria-hidden="true">
        <Rosette id="blank" stage={1} strokeUnits={0.45} />
        <BlankStars size="md" />
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}
