import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type AlertType = 'error' | 'info' | 'success' | 'warn';

const ICON_OF: Record<AlertType, IconName> = { error: 'error', info: 'info', success: 'check', warn: 'warn' };

export interface AlertProps {
  readonly type: AlertType;
  readonly message: string;
  /** A link or a button at the end of the line. */
  readonly action?: ReactNode;
}

/** Errors interrupt a screen reader; the rest waits its turn. */
export function Alert({ type, message, action }: AlertProps) {
  return (
    <div className="alert" data-type={type} role={type === 'error' ? 'alert' : 'status'}>
      <Icon name={ICON_OF[type]} />
      <p>{message}</p>
      {action}
    </div>
  );
}

/**
 * What became of a control that was pressed, beside it: 'Not started. Try again.' It is no alert: what announces it is a
 * `role="status"` that was on the page before.
 */
export function ControlState({ children }: { children: string }) {
  return (
    <span className="error search-note">
      <Icon name="error" small />
      {children}
    </span>
  );
}

/** A message below a field. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className="error search-note" id={id} role="alert">
      <Icon name="error" small />
      {children}
    </p>
  );
}
