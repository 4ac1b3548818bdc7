import { countOf, formatCount, formatShare } from '@assay/wording';
import { Sums } from '../../shell/layout/sums.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import {
  AttacksTable,
  CalibrationTable,
  ChangesTable,
  LinesTable,
  MonthsTable,
  OutsideTable,
  SummaryTable,
  TaintTable,
} from './scorecard-tables.tsx';
import type { ScorecardView } from './view-types.ts';

const CONTENTS = [
  { id: 'limits', title: 'What it does not show' },
  { id: 'known', title: 'Known addresses' },
  { id: 'calibration', title: 'Calibration' },
  { id: 'forward', title: 'Forward in time' },
  { id: 'attacks', title: 'Attacks' },
  { id: 'exact', title: 'Exact solutions' },
  { id: 'changes', title: 'Between the versions' },
  { id: 'again', title: 'Compute it again' },
] as const;

/** How the versions of the method do, on what is known beforehand. */
export function ScorecardPage({ view }: { readonly view: ScorecardView }) {
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body scorecard">
        <h1>Scorecard</h1>
        <div className="text-lead">
          <p>
            The three versions of <SiteLink to="/method">the method</SiteLink>, tried on addresses that are known
            beforehand, on attacks with their price, and against exact solutions. Version 1 is in use; versions 2 and 3
            are in preparation, and the rules of version 3 are still being mended.
          </p>
          <p>
            Version 3 calls fewer wallets bad and fewer good: where too little is known it gives no stars, and says what
            it found. In samples it stops at three stars, to seized wallets and to the services beside them alike.
          </p>
        </div>
        <Sums sums={view.sums} />
        <SummaryTable label="In short" rows={view.summary} />
        <nav className="scorecard-contents" aria-label="Contents">
          {CONTENTS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <Limits />
        <Known view={view} />
        <h2 id="calibration">Calibration</h2>
        <p>
          Of the known addresses with so many stars, how many are bad. How many bad and good ones there are depends on
          lists, so this is not how likely a wallet with these stars is bad. ‘Left out’ is of those with records.
        </p>
        <CalibrationTable rows={view.calibration} />
        <Forward forward={view.forward} />
        <Attacks view={view} />
        <Exact agreement={view.agreement} />
        <Changes view={view} />
        <h2 id="again">Compute it again</h2>
        <p>
          <code>npm run -s scorecard</code> in the source of the product computes everything on this page again and
          compares it line by line; <code>npm run -s scorecard -- --changes</code> prints every address whose stars
          differ. Nothing is drawn at random between two runs: a line has no noise while its addresses are the same.
          Where lists or records changed, its noise is the interval.
        </p>
      </div>
    </main>
  );
}

function Limits() {
  return (
    <>
      <h2 id="limits">What it does not show</h2>
      <ul>
        <li>
          With its own label known, a bad address is found because a list names it. That measures the lists. The label
          left out is the harder test, and few known addresses have records here.
        </li>
        <li>
          The records are samples: single blocks, and wallets around seizures. Nearly everyone in the Tether sample
          dealt with a seized wallet, exchanges too. False alarms there say what a sample does to a check, not how often
          a customer is accused.
        </li>
        <li>
          Cases are few. Addresses of one theft, one order of a court or one service came onto a list together: they are
          one draw, and the interval is that of the cases. None in five cases leaves 45% open.
        </li>
        <li>
          Nobody has said of these records that their transactions were read whole, and they are of days on which hardly
          a service was on the reviewed list. So version 3 explains nearly nothing here: that it gives no stars says
          nothing of wallets whose history is held. There are no targets, since there is no test set.
        </li>
        <li>Samples other than stablecoins have no price.</li>
        <li>Wallets of one seizure order stay labelled while one of them is left out.</li>
        <li>
          The attacks are those that were thought of, and their fees are assumed: $1 a transaction, 10 cents for each
          further payment in it.
        </li>
      </ul>
    </>
  );
}

function Known({ view: { groups, disputed } }: { readonly view: ScorecardView }) {
  return (
    <>
      <h2 id="known">Known addresses</h2>
      <p>
        Bad: a list says sanctions, theft, fraud or the like. Good: all lists name an ordinary service. An address that
        lists disagree about is left out: {countOf(disputed, 'address', 'addresses')}. Recall and false alarms count one
        to three stars; no stars count as a miss. ‘Label left out’ hides the address’s own label on every network and
        counts those with records: without both, nothing is left to rate. Under each share is its interval at 95%: by a{' '}
        <a href="https://doi.org/10.1111/j.1467-9868.2007.00593.x">bootstrap over cases</a>, or where each address is a
        case of its own, that of <a href="https://doi.org/10.1080/01621459.1927.10502953">Wilson 1927</a>.
      </p>
      {groups.map(({ id, title, bad, good }) => (
        <section key={id}>
          <h3>{title}</h3>
          <LinesTable label={`Known bad, ${title.toLowerCase()}`} truth="bad" lines={bad} />
          <LinesTable label={`Known good, ${title.toLowerCase()}`} truth="good" lines={good} />
        </section>
      ))}
    </>
  );
}

function Forward({ forward }: Pick<ScorecardView, 'forward'>) {
  const { withinDays, listed, cases, namedBefore, months, without } = forward;
  return (
    <>
      <h2 id="forward">Forward in time</h2>
      <p>
        At the begin of each month, by the labels and records of before it, what OFAC or a seizure order of Israel
        listed within {withinDays} days after it: {formatCount(listed)} addresses of {formatCount(cases)} cases. Another
        list had named {formatCount(namedBefore)} of them before. In {formatCount(without)} months the records name none
        of them, and there is nothing to rate.
      </p>
      <p>
        The Tether sample was gathered around some of these wallets. Until the first order about them nobody in it is
        warned of; afterwards the wallets listed next are, and most of the services beside them too. So this does not
        show that any version foresees a listing.
      </p>
      <MonthsTable months={months} />
    </>
  );
}

function Attacks({ view }: { readonly view: ScorecardView }) {
  return (
    <>
      <h2 id="attacks">Attacks</h2>
      <p>
        Each attack is tried with several efforts; shown is the one that costs least by star. Cost is fees and what is
        given up, such as a service’s charge. Locked is money that has to be there meanwhile. Of $100,000 stolen, unless
        it says something else.
      </p>
      <h3>The cases that led to version 2</h3>
      <AttacksTable label="Gaming cases" attacks={view.gamingCases} />
      <h3>Raising one’s own stars</h3>
      <AttacksTable label="Attacks that raise stars" attacks={view.washing} />
      <h3>Lowering somebody else’s</h3>
      <AttacksTable label="Attacks that lower stars" attacks={view.griefing} />
      <p>
        Versions 1 and 2 end at services: what goes through a pool or a bridge and comes back is the service’s money;
        version 3 gives it no stars. All mix in proportion: enough clean money sent through an account takes most of the
        loot on with it.
      </p>
    </>
  );
}

function Exact({ agreement }: Pick<ScorecardView, 'agreement'>) {
  const { graphs, accounts, passAgainstDense, walkAbove, missedBeyondR, largestR, comparison } = agreement;
  return (
    <>
      <h2 id="exact">Exact solutions</h2>
      <p>
        On {graphs} random histories with {formatCount(accounts)} accounts, a dense system of linear equations over all
        inflows is solved. One pass over all records differs from it by {formatShare(passAgainstDense)} at most. No
        share of the walk is above the exact one by more than {formatShare(walkAbove)}; the shares miss{' '}
        {formatShare(missedBeyondR)} beyond what the walk says it did not follow, which is {formatShare(largestR, 2)} at
        most.
      </p>
      <p>
        Other rules of taint for comparison (Möser, Böhme and Breuker 2014; Anderson, Shumailov and Ahmed 2018). Poison
        condemns most of a history with a few thieves in it. First in, first out comes close to the haircut on average,
        and depends on an order inside blocks.
      </p>
      <TaintTable comparison={comparison} />
    </>
  );
}

function Changes({ view: { changes, compared, outside, sums } }: { readonly view: ScorecardView }) {
  const changed = sums.find(({ name }) => name === 'changes of stars')?.value ?? 0;
  return (
    <>
      <h2 id="changes">Between the versions</h2>
      <p>
        Of {formatCount(compared)} addresses in the labels and records that ship, {formatCount(changed)} have other
        stars by version 2 than by version 1. Numbers in brackets are sections of its page. All records here are
        samples, so no history is complete.
      </p>
      <ChangesTable changes={changes} />
      {outside.length > 0 && (
        <>
          <h3>Written cases</h3>
          <p>
            Ranges that were written down for version 1 before its stars were looked at, and what is outside of them.
            All others are inside.
          </p>
          <OutsideTable outside={outside} />
        </>
      )}
    </>
  );
}
