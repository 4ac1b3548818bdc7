import type { ReactNode } from 'react';

/** One part of the design system with its states. */
export function Specimen({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="specimen">
      <h2>{title}</h2>
      <div className="specimen-body">{children}</div>
    </section>
  );
}

/** States of one part beside each other. */
export function States({ children }: { readonly children: ReactNode }) {
  return <div className="specimen-states">{children}</div>;
}
