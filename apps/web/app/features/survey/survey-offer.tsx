import { surveyButtonText } from '@assay/contracts/client';
import { lazy, Suspense, useReducer, useState } from 'react';
import { changeDraft, EMPTY_DRAFT } from './submission.ts';
import { type Offer, useOffer } from './use-offer.ts';

/** Loaded when the user is about to open it. */
const loadPopup = () => import('./survey-popup.tsx');
const SurveyPopup = lazy(() => loadPopup().then((module) => ({ default: module.SurveyPopup })));

/** The floating button and its popup, as soon as there is something to offer. */
export function SurveyOffer({ sub }: { readonly sub: string }) {
  const { offer, close } = useOffer(sub);
  return offer === null ? null : <OfferedSurvey sub={sub} offer={offer} onDone={close} />;
}

interface OfferedSurveyProps {
  readonly sub: string;
  readonly offer: Offer;
  readonly onDone: () => void;
}

function OfferedSurvey({ sub, offer, onDone }: OfferedSurveyProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  // Here, so that closing the popup forgets nothing.
  const [draft, change] = useReducer(changeDraft, EMPTY_DRAFT);

  function open() {
    setOpened(true);
    setOpen(true);
  }

  return (
    <aside className="survey" aria-label="Survey">
      <button
        className="btn btn-line survey-btn"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadPopup()}
        onClick={open}
      >
        {surveyButtonText(offer.checksReward)}
      </button>
      {wasOpened && (
        <Suspense>
          <SurveyPopup
            sub={sub}
            offer={offer}
            isOpen={isOpen}
            onOpenChange={setOpen}
            draft={draft}
            onChange={change}
            onDone={onDone}
          />
        </Suspense>
      )}
    </aside>
  );
}
