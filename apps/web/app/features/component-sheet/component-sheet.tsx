import { Segmented } from '@assay/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { ControlsSpecimens } from './controls-specimens.tsx';
import { EvidenceSpecimens } from './evidence-specimens.tsx';
import { MarksSpecimens } from './marks-specimens.tsx';
import { OverlaysSpecimens } from './overlays-specimens.tsx';
import { PlansSpecimens } from './plans-specimens.tsx';
import { SearchSpecimens } from './search-specimens.tsx';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

type Theme = (typeof THEMES)[number]['value'];

/** Every component with its states, for developers of pages. */
export function ComponentSheet({ searchPanel }: { readonly searchPanel: ReactNode }) {
  const [theme, setTheme] = useTheme();
  return (
    <main className="page" id="main">
      <div className="wrap-wide">
        <div className="specimen-head">
          <h1>Components</h1>
          <Segmented label="Theme" value={theme} choices={THEMES} onChange={setTheme} />
        </div>
        <MarksSpecimens />
        <ControlsSpecimens />
        <OverlaysSpecimens />
        <SearchSpecimens panel={searchPanel} />
        <EvidenceSpecimens />
        <PlansSpecimens />
      </div>
    </main>
  );
}

/** The page's own theme, until it is left. */
function useTheme() {
  const [theme, setTheme] = useState<Theme>('light');
  useEffect(() => {
    const before = document.documentElement.dataset['theme'];
    if (before === 'dark') setTheme('dark');
    return () => {
      document.documentElement.dataset['theme'] = before ?? 'light';
    };
  }, []);
  const choose = (wanted: Theme) => {
    document.documentElement.dataset['theme'] = wanted;
    setTheme(wanted);
  };
  return [theme, choose] as const;
}
