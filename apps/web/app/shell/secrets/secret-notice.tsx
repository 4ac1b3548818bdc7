import { type AlertType, Icon, type IconName } from '@assay/ui';
import type { ReactNode } from 'react';
import { type NotClear, noticeWords } from './secret-words.ts';

export interface SecretNoticeProps {
  readonly id: string;
  readonly finding: NotClear;
  /** What is to be said beside what the finding says by itself. */
  readonly more?: string | null;
  /** Buttons to answer a question with. */
  readonly children?: ReactNode;
}

const LOOKS: Record<NotClear['is'], { readonly type: AlertType; readonly icon: IconName }> = {
  secret: { type: 'error', icon: 'error' },
  'key or transaction': { type: 'warn', icon: 'warn' },
  transaction: { type: 'info', icon: 'info' },
};

/** What was pasted and what to do now; read out at once. */
export function SecretNotice({ id, finding, more = null, children }: SecretNoticeProps) {
  const { type, icon } = LOOKS[finding.is];
  const { title, text } = noticeWords(finding);
  return (
    <div className="alert notice" data-type={type} id={id} role="alert">
      <Icon name={icon} />
      <div>
        <p>{title}</p>
        <p>{text}</p>
        {more !== null && <p>{more}</p>}
        {children !== undefined && <div className="notice-acts">{children}</div>}
      </div>
    </div>
  );
}
