import type { Stars as Score } from '@assay/domain';
import {
  AssetName,
  Badge,
  CopyButton,
  Icon,
  OfficeMark,
  RiskTag,
  Rosette,
  SaleBadge,
  SolidBadge,
  Spinner,
  Stars,
} from '@assay/ui';
import { Specimen, States } from './specimen.tsx';

const SCORES: readonly Score[] = [5, 4, 3, 2, 1, 0];
const SEEDS = ['7f3a91c2e4b8', 'c04d18aa72f1', '33aa0f7c1e62', '1b9e6620d3c7'];
const STAGES = [1, 2, 3, 4] as const;

export function MarksSpecimens() {
  return (
    <>
      <Specimen title="Hallmark stars">
        {(['lg', 'md', 'sm'] as const).map((size) => (
          <States key={size}>
            {SCORES.map((score) => (
              <Stars key={score} score={score} size={size} />
            ))}
          </States>
        ))}
      </Specimen>
      <Specimen title="Risk marks">
        <States>
          <RiskTag risk="high" />
          <RiskTag risk="mid" />
          <RiskTag risk="low" />
          <RiskTag risk="none" />
        </States>
      </Specimen>
      <Specimen title="Badges, assets, signs">
        <States>
          <Badge>TRX</Badge>
          <SaleBadge percent={15} />
          <SolidBadge>Popular</SolidBadge>
        </States>
        <States>
          <AssetName ticker="BTC" parent={null} />
          <AssetName ticker="USDT" parent="TRX" name="Tether" />
        </States>
        <States>
          <Spinner />
          <Icon name="check" />
          <Icon name="warn" />
          <Icon name="error" />
          <Icon name="info" />
          <span className="specimen-office">
            <OfficeMark />
          </span>
          <CopyButton
            text="TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G"
            label="Copy the address"
            confirmation="The address is copied to clipboard"
          />
        </States>
      </Specimen>
      <Specimen title="Rosette">
        <div className="specimen-rosettes">
          {SEEDS.map((id) => (
            <figure key={id}>
              <Rosette id={id} microText={`ASSAY ${id}`} withOffice />
              <figcaption className="mono">{id}</figcaption>
            </figure>
          ))}
          {STAGES.map((stage) => (
            <figure key={stage}>
              <Rosette id="7f3a91c2e4b8" stage={stage} />
              <figcaption>Stage {stage} of 4</figcaption>
            </figure>
          ))}
        </div>
      </Specimen>
    </>
  );
}
