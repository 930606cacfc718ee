import type { Sales } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { barsOf, labelEvery, scaleOf, type Bar, type Scale } from './day-bars.ts';
import { useSalesWords } from '../sales-words.ts';
import { CHART, ChartReading } from './chart-parts.tsx';
import { LabelledCard } from '../../../ui/section-head.tsx';

const HEIGHT = 220;
/** The number of dates that fit below the bars on a phone. */
const LABELS = 6;

/** Sales day by day: bars of the net amount with the refunds on top. The table by day says the same in words. */
export function DayChart({ days }: { readonly days: Sales['days'] }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const { unit, bars } = barsOf(days);
  const scale = scaleOf(bars);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen === null ? undefined : bars[chosen];
  const nameOf = ({ from, to }: Bar) => words.days(from, to);
  const say = (bar: Bar) =>
    t('chart.bar', {
      day: nameOf(bar),
      net: words.money(bar.netAmount),
      refund: words.money(bar.refundAmount),
      count: bar.paymentCount,
      n: words.number(bar.paymentCount),
    });
  return (
    <LabelledCard label={t('chart.title')} sx={CHART}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0, flexGrow: 1 }}>
          {t(unit === 'day' ? 'chart.byDay' : 'chart.byWeek')}
        </Box>
        <Legend />
      </Box>
      <ChartReading testId="chart-reading">{shown === undefined ? t('chart.hint') : say(shown)}</ChartReading>
      <Box dir="ltr" sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1, mt: 1 }}>
        <Axis scale={scale} />
        <Bars bars={bars} scale={scale} say={say} chosen={chosen} onChoose={setChosen} />
        <DateLabels bars={bars} />
      </Box>
    </LabelledCard>
  );
}

/** The dates below the bars, as many as fit. */
function DateLabels({ bars }: Pick<BarsProps, 'bars'>) {
  const words = useSalesWords();
  return (
    <Box
      aria-hidden="true"
      sx={{
        gridColumn: 2,
        display: 'flex',
        mt: 0.5,
        fontSize: 12,
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {bars.map((bar, index) => (
        <Box
          key={bar.from}
          component="span"
          sx={{ flex: '1 1 0', minWidth: 0, display: 'flex', justifyContent: 'center', whiteSpace: 'nowrap' }}
        >
          {index % labelEvery(bars.length, LABELS) === 0 && <span>{words.brieflyDay(bar.from)}</span>}
        </Box>
      ))}
    </Box>
  );
}

function Legend() {
  const { t } = useTranslation('sales');
  const mark = { width: 12, height: 12, borderRadius: '2px', flex: 'none' } as const;
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        typography: 'body2',
        color: 'text.secondary',
        '& > span': { display: 'inline-flex', alignItems: 'center', gap: 0.75 },
      }}
    >
      <span>
        <Box component="span" sx={{ ...mark, bgcolor: 'var(--accent-text)' }} />
        {t('figure.netAmount')}
      </span>
      <span>
        <Box
          component="span"
          sx={{
            ...mark,
            border: '1px solid var(--danger)',
            background: 'repeating-linear-gradient(45deg, var(--danger) 0 1.5px, transparent 1.5px 4px)',
          }}
        />
        {t('figure.refundAmount')}
      </span>
    </Box>
  );
}

function Axis({ scale }: { readonly scale: Scale }) {
  const words = useSalesWords();
  return (
    <Box
      aria-hidden="true"
      sx={{
        position: 'relative',
        height: HEIGHT,
        fontSize: 12,
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
        textAlign: 'end',
      }}
    >
      {/* The widest label sets the width of the column. */}
      <Box component="span" sx={{ visibility: 'hidden' }}>
        {longest(scale.ticks.map(words.briefly))}
      </Box>
      {scale.ticks.map((tick) => (
        <Box
          key={tick}
          component="span"
          sx={{
            position: 'absolute',
            insetInlineEnd: 0,
            top: yOf(scale, tick),
            transform: 'translateY(-50%)',
            whiteSpace: 'nowrap',
          }}
        >
          {words.briefly(tick)}
        </Box>
      ))}
    </Box>
  );
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly scale: Scale;
  readonly say: (bar: Bar) => string;
  readonly chosen: number | null;
  readonly onChoose: (index: number) => void;
}

/** The bars are one Tab stop; arrows, Home and End move from bar to bar. */
function Bars({ bars, scale, say, chosen, onChoose }: BarsProps) {
  const { t } = useTranslation('sales');
  const hatch = useId();
  const stop = chosen !== null && chosen < bars.length ? chosen : bars.length - 1;
  return (
    <Box
      component="svg"
      role="group"
      aria-label={t('chart.label')}
      data-testid="day-chart"
      onKeyDown={(event: KeyboardEvent<SVGSVGElement>) => moveBetweenBars(event, stop, bars.length)}
      sx={{
        width: 1,
        height: HEIGHT,
        overflow: 'visible',
        display: 'block',
        '& g:focus': { outline: 'none' },
        '& g:focus-visible .ground': { stroke: 'var(--accent-text)', strokeWidth: 2 },
        '& g:hover .ground, & [data-chosen=true] .ground': { fill: 'var(--hover)' },
      }}
    >
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2="4" stroke="var(--danger)" strokeWidth="3" />
        </pattern>
      </defs>
      <GridLines scale={scale} />
      {bars.map((bar, index) => (
        <ChartBar
          key={bar.from}
          bar={bar}
          index={index}
          width={100 / bars.length}
          scale={scale}
          label={say(bar)}
          refundFill={`url(#${hatch})`}
          isStop={index === stop}
          isChosen={index === chosen}
          onChoose={() => onChoose(index)}
        />
      ))}
    </Box>
  );
}

function moveBetweenBars(event: KeyboardEvent<SVGSVGElement>, stop: number, count: number): void {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: stop - 1,
    ArrowRight: stop + 1,
    Home: 0,
    End: count - 1,
  };
  const next = places[event.key];
  if (next === undefined || next < 0 || next >= count) return;
  event.preventDefault();
  event.currentTarget.querySelector<SVGGElement>(`[data-bar="${String(next)}"]`)?.focus();
}

function GridLines({ scale }: { readonly scale: Scale }) {
  return (
    <g aria-hidden="true" pointerEvents="none">
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={yOf(scale, tick)}
          y2={yOf(scale, tick)}
          stroke={tick === 0 ? 'var(--control)' : 'var(--line)'}
        />
      ))}
    </g>
  );
}

interface ChartBarProps {
  readonly bar: Bar;
  readonly index: number;
  /** Per cent of the chart's width, including the space between two bars. */
  readonly width: number;
  readonly scale: Scale;
  readonly label: string;
  readonly refundFill: string;
  /** The Tab key stops here. */
  readonly isStop: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** The net amount of a day or week with its refunds on top. */
function ChartBar({ bar, index, width, scale, label, refundFill, isStop, isChosen, onChoose }: ChartBarProps) {
  const column = { x: (index + 0.16) * width, width: width * 0.68, scale };
  return (
    <g
      role="img"
      aria-label={label}
      tabIndex={isStop ? 0 : -1}
      data-bar={index}
      data-chosen={isChosen}
      onFocus={onChoose}
      onPointerEnter={onChoose}
    >
      <rect
        className="ground"
        x={`${String(index * width)}%`}
        width={`${String(width)}%`}
        y={0}
        height={HEIGHT}
        fill="transparent"
      />
      <Column {...column} from={0} to={bar.netAmount} fill="var(--accent-text)" />
      <Column
        {...column}
        from={Math.max(0, bar.netAmount)}
        to={Math.max(0, bar.grossAmount)}
        fill={refundFill}
        stroke="var(--danger)"
      />
    </g>
  );
}

interface ColumnProps {
  /** Per cent of the chart's width. */
  readonly x: number;
  readonly width: number;
  readonly scale: Scale;
  /** Won. */
  readonly from: number;
  readonly to: number;
  readonly fill: string;
  readonly stroke?: string;
}

function Column({ x, width, scale, from, to, fill, stroke = 'none' }: ColumnProps) {
  if (from === to) return null;
  const [y, end] = [yOf(scale, Math.max(from, to)), yOf(scale, Math.min(from, to))];
  return <rect x={`${String(x)}%`} width={`${String(width)}%`} y={y} height={end - y} fill={fill} stroke={stroke} />;
}

function yOf({ bottom, top }: Scale, won: number): number {
  return Math.round(((top - won) / (top - bottom)) * HEIGHT);
}

function longest(texts: readonly string[]): string {
  return texts.reduce((long, text) => (text.length > long.length ? text : long), '');
}
