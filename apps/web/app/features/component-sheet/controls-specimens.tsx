import { Alert, Checkbox, Field, Icon, Pager, Segmented, Spinner, Stepper, Tabs } from '@assay/ui';
import { useState } from 'react';
import { Specimen, States } from './specimen.tsx';

const PERIODS = [
  { value: 'month', label: 'Month', note: 'Base' },
  { value: 'quarter', label: '3 months', note: '10%' },
  { value: 'year', label: 'Year', note: '20%' },
] as const;

type Period = (typeof PERIODS)[number]['value'];

const PAGES = 12;

export function ControlsSpecimens() {
  const [period, setPeriod] = useState<Period>('month');
  const [page, setPage] = useState(6);
  const [checks, setChecks] = useState(10);
  return (
    <>
      <Specimen title="Buttons">
        <States>
          <button className="btn btn-primary" type="button">
            Check
          </button>
          <button className="btn btn-primary" type="button" aria-busy="true">
            <Spinner />
            Check
          </button>
          <button className="btn btn-primary" type="button" disabled>
            Check
          </button>
          <button className="btn btn-line" type="button">
            New check
          </button>
          <button className="btn btn-line btn-sm" type="button">
            Check again
          </button>
          <button className="btn btn-danger" type="button">
            Delete
          </button>
          <button className="btn-quiet" type="button">
            <Icon name="share" />
            Share
          </button>
          <a className="link" href="#buttons">
            Buy more
          </a>
        </States>
      </Specimen>
      <Specimen title="Fields">
        <div className="specimen-two">
          <Field label="Email" type="email" placeholder="name@example.org" />
          <Field label="Email, wrong" type="email" defaultValue="mara@" error="Incorrect email" />
        </div>
        <States>
          <Checkbox name="one">I have read and accept the Terms of Service</Checkbox>
          <Checkbox name="two" defaultChecked>
            Ticked
          </Checkbox>
          <Checkbox name="three" disabled>
            Not now
          </Checkbox>
        </States>
        <Stepper
          label="Number of checks"
          value={checks}
          least={10}
          most={1000}
          step={10}
          fewerLabel="Fewer"
          moreLabel="More"
          onChange={setChecks}
        />
      </Specimen>
      <Specimen title="Segmented control">
        <Segmented label="Payment period" value={period} choices={PERIODS} onChange={setPeriod} />
      </Specimen>
      <Specimen title="Tabs">
        <Tabs
          label="Periods"
          value={period}
          onChange={setPeriod}
          tabs={PERIODS.map((entry) => ({ ...entry, content: <p>Paid by {entry.label.toLowerCase()}.</p> }))}
        />
      </Specimen>
      <Specimen title="Pagination">
        <div className="pager">
          <Pager current={page} total={PAGES} onPage={setPage} label="Pages" />
          <span className="quiet">
            Page {page} of {PAGES}
          </span>
        </div>
      </Specimen>
      <Specimen title="Alerts">
        <Alert
          type="error"
          message="You don’t have enough checks."
          action={
            <a className="link" href="#alerts">
              Buy checks
            </a>
          }
        />
        <Alert type="warn" message="Your subscription ends soon." />
        <Alert type="success" message="Settings saved successfully!" />
        <Alert type="info" message="A new version is available" />
      </Specimen>
    </>
  );
}
