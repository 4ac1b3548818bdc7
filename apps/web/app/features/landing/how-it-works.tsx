import type { RosetteStage } from '@assay/figures';
import { AssetName, Icon, Rosette, Spinner } from '@assay/ui';
import { type ReactNode, useState } from 'react';
import { SPECIMEN, SpecimenScore } from './specimen.tsx';

interface Step {
  readonly stage: RosetteStage;
  readonly title: string;
  readonly text: string;
  readonly picture: ReactNode;
}

const STEPS: readonly Step[] = [
  {
    stage: 1,
    title: 'Paste the wallet address',
    text: 'Any address you are about to pay, or be paid from.',
    picture: (
      <div className="frag">
        <span className="label">Wallet address</span>
        <div className="frag-input mono">
          {SPECIMEN.shortAddress}
          <i className="caret" />
        </div>
      </div>
    ),
  },
  {
    stage: 2,
    title: 'Select an asset',
    text: 'Assay suggests the blockchains the address belongs to.',
    picture: (
      <div className="frag frag-list">
        <p>Available in this blockchains</p>
        <ul>
          <li className="on">
            <AssetName ticker="BTC" parent={null} name="Bitcoin" />
            <Icon name="check" />
          </li>
          <li>
            <AssetName ticker="LTC" parent={null} name="Litecoin" />
          </li>
        </ul>
      </div>
    ),
  },
  {
    stage: 3,
    title: 'Press Check',
    text: 'Incoming and outgoing funds are traced hop by hop.',
    picture: (
      <div className="frag frag-mid">
        <span className="btn btn-primary">
          <Spinner />
          Check
        </span>
      </div>
    ),
  },
  {
    stage: 4,
    title: 'Get the risk score',
    text: 'One to five stars, with the evidence behind them.',
    picture: (
      <div className="frag frag-score">
        <SpecimenScore />
      </div>
    ),
  },
];

/** Four steps; the one under the pointer shows its picture, the last one to begin with. */
export function HowItWorks() {
  const [active, setActive] = useState(STEPS.length - 1);
  return (
    <section className="how" id="how">
      <div className="wrap-wide">
        <h2>How it works</h2>
        <ol className="steps">
          {STEPS.map((step, place) => (
            <li key={step.stage} className={place === active ? 'step is-active' : 'step'}>
              <div className="step-text" onPointerEnter={() => setActive(place)}>
                <span className="step-n">{step.stage}</span>
                <div>
                  <h3>{step.title}</h3>
                  <p>{step.text}</p>
                </div>
              </div>
              <div className="step-stage" aria-hidden="true">
                <Rosette
                  id={SPECIMEN.id}
                  stage={step.stage}
                  strokeUnits={0.6}
                  {...(step.stage === 4 ? { microText: SPECIMEN.microText } : {})}
                />
                {step.picture}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
