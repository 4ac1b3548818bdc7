import type { RosetteStage } from '@assay/figures';
import { Rosette } from '@assay/ui';
import { useRef } from 'react';
import { type Example, microTextOf } from './example.ts';
import { PATTERN_ID } from './hero.tsx';
import { StepPicture } from './step-picture.tsx';
import { usePinnedStep } from './use-pinned-step.ts';

interface Step {
  readonly stage: RosetteStage;
  readonly title: string;
  readonly text: string;
}

const STEPS: readonly Step[] = [
  {
    stage: 1,
    title: 'Paste the wallet address',
    text: 'Any address you are about to pay, or be paid from.',
  },
  {
    stage: 2,
    title: 'Select an asset',
    text: 'The blockchains the address belongs to are suggested.',
  },
  {
    stage: 3,
    title: 'Press Check',
    text: 'Incoming and outgoing funds are traced hop by hop.',
  },
  {
    stage: 4,
    title: 'Get the risk score',
    text: 'One to five stars, with the evidence behind them.',
  },
];

/**
 * Four steps. On large windows they are pinned, and their pictures cross-fade while the page scrolls through them;
 * otherwise each step has its own picture. The rosette gains a band with every step.
 */
export function HowItWorks({ example }: { readonly example: Example | null }) {
  const track = useRef<HTMLDivElement>(null);
  const { active, choose } = usePinnedStep(track);
  const id = example?.sub_id ?? PATTERN_ID;
  const rim = example === null ? {} : { microText: microTextOf(example) };
  return (
    <section className="how" id="how">
      <div className="how-track" ref={track}>
        <div className="how-pin">
          <div className="wrap-wide">
            <h2>How it works</h2>
            <ol className="steps" data-active={active ?? undefined}>
              {STEPS.map((step, index) => (
                <li key={step.stage} className={index === active ? 'step is-active' : 'step'}>
                  <div className="step-text" onPointerEnter={() => choose(index)}>
                    <span className="step-n">{step.stage}</span>
                    <div>
                      <h3>{step.title}</h3>
                      <p>{step.text}</p>
                    </div>
                  </div>
                  <div className="step-stage" aria-hidden="true">
                    <Rosette id={id} stage={step.stage} strokeUnits={0.6} {...(step.stage === 4 ? rim : {})} />
                    <StepPicture stage={step.stage} example={example} />
                  </div>
                </li>
              ))}
              <li className="steps-seal" aria-hidden="true">
                <Rosette id={id} strokeUnits={0.6} {...rim} />
              </li>
            </ol>
          </div>
        </div>
      </div>
    </section>
  );
}
