import { RiskMark } from '@assay/ui';
import type { ComponentProps } from 'react';

export interface CategoryNameProps {
  readonly title: string;
  readonly group: ComponentProps<typeof RiskMark>['risk'];
}

/** A category of labels with the mark of its risk. */
export function CategoryName({ title, group }: CategoryNameProps) {
  return (
    <span className="category">
      <RiskMark risk={group} />
      {title}
    </span>
  );
}
