import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly tabs: readonly Tab<Value>[];
  readonly onChange: (value: Value) => void;
}

/** Radix would write styles into the page; the content security policy refuses style attributes. */
const NO_STYLE = { outline: undefined, animationDuration: undefined };

/** Panels of which one shows. Arrow keys, Home and End move between the tabs. */
export function Tabs<Value extends string>({ label, value, tabs, onChange }: TabsProps<Value>) {
  const take = (chosen: string) => {
    const tab = tabs.find((entry) => entry.value === chosen);
    if (tab !== undefined) onChange(tab.value);
  };
  return (
    <Radix.Root className="tabs" value={value} onValueChange={take}>
      <Radix.List className="tab-list" aria-label={label} style={NO_STYLE}>
        {tabs.map((tab) => (
          <Radix.Trigger className="tab" key={tab.value} value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} asChild>
          <div className="tab-panel" style={NO_STYLE}>
            {tab.content}
          </div>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
