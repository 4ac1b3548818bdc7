import { Alert, type AlertType, Icon } from '@assay/ui';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { SiteLink } from '../navigation/site-link.tsx';

/** One message to the person (row ENT-03). */
export interface AlertFacts {
  readonly type: AlertType;
  readonly message: string;
  readonly link?: { readonly target: string; readonly label: string };
  /** Something to do here and now, where a link would lead nowhere. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Alerts {
  readonly show: (alert: AlertFacts) => void;
}

const AlertsContext = createContext<Alerts>({ show: () => undefined });

/** How long an alert that is no error stays, in milliseconds. */
const ALERT_MS = 6000;

/** Top right, on phones at the bottom. An alert closes by its button or Escape; those that are no errors by themselves. */
export function AlertsProvider({ children }: { readonly children: ReactNode }) {
  const [alerts, setAlerts] = useState<readonly (AlertFacts & { readonly id: number })[]>([]);

  const show = useCallback((alert: AlertFacts) => {
    // What is shown already is not said twice.
    setAlerts((shown) => [
      ...shown.filter(({ type, message }) => type !== alert.type || message !== alert.message),
      { ...alert, id: Math.max(0, ...shown.map(({ id }) => id)) + 1 },
    ]);
  }, []);
  const close = useCallback((id: number) => setAlerts((shown) => shown.filter((alert) => alert.id !== id)), []);

  useEffect(() => {
    if (alerts.length === 0) return;
    const closeLast = (event: KeyboardEvent) => {
      // What Escape was meant for first, such as an open menu, has said so.
      if (event.key === 'Escape' && !event.defaultPrevented) setAlerts((shown) => shown.slice(0, -1));
    };
    document.addEventListener('keydown', closeLast);
    return () => document.removeEventListener('keydown', closeLast);
  }, [alerts.length]);

  const value = useMemo(() => ({ show }), [show]);
  return (
    <AlertsContext value={value}>
      {children}
      <div className="alerts">
        {alerts.map((alert) => (
          <ClosingAlert key={alert.id} alert={alert} onClose={() => close(alert.id)} />
        ))}
      </div>
    </AlertsContext>
  );
}

function ClosingAlert({ alert, onClose }: { readonly alert: AlertFacts; readonly onClose: () => void }) {
  useEffect(() => {
    if (alert.type === 'error') return;
    const timer = setTimeout(onClose, ALERT_MS);
    return () => clearTimeout(timer);
  }, [alert.type, onClose]);

  return (
    <Alert
      type={alert.type}
      message={alert.message}
      action={
        <span className="alert-acts">
          {alert.link !== undefined && (
            <SiteLink className="link" to={alert.link.target} onClick={onClose}>
              {alert.link.label}
            </SiteLink>
          )}
          {alert.action !== undefined && (
            <button className="link" type="button" onClick={alert.action.run}>
              {alert.action.label}
            </button>
          )}
          <button className="btn-icon" type="button" aria-label="Close" onClick={onClose}>
            <Icon name="close" small />
          </button>
        </span>
      }
    />
  );
}

export function useAlerts(): Alerts {
  return useContext(AlertsContext);
}
