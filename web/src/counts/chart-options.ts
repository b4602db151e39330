import uPlot from 'uplot';
import type { Formats } from '../language/formats.ts';
import type { ChartModel } from './chart-model.ts';

/** `--series-1` to `--series-8` of count-chart.css. */
const HUES = 8;
const LONGEST_LABEL = 18;

interface Surroundings {
  width: number;
  height: number;
  /** What the steps are. */
  across: string;
  /** The name of a series that has none. */
  words: string;
  formats: Formats;
  /** Whose CSS colours the chart takes. */
  element: HTMLElement;
}

type Values = (number | null)[];

/** What uPlot draws. Bars are stacked: each series reaches as far as all up to it, the farthest drawn first. */
export function chartData({ kind, labels, series }: ChartModel): uPlot.AlignedData {
  const steps = labels.map((_, step) => step);
  if (kind === 'lines') return [steps, ...series.map(({ values }) => values)];
  const reached = steps.map(() => 0);
  const stacked = series.map(
    ({ values }): Values =>
      values.map((value, step) => {
        reached[step] = (reached[step] ?? 0) + (value ?? 0);
        return value === null ? null : (reached[step] ?? 0);
      }),
  );
  return [steps, ...stacked.reverse()];
}

export function chartOptions(model: ChartModel, surroundings: Surroundings): uPlot.Options {
  const { width, height, across, words, formats, element } = surroundings;
  const css = getComputedStyle(element);
  const colour = (name: string) => css.getPropertyValue(name).trim();
  const bars = model.kind === 'bars';
  const drawn = model.series.map((series, position) => ({
    ...series,
    stroke: colour(`--series-${(position % HUES) + 1}`),
  }));
  const axis = {
    stroke: colour('--ink-soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${css.fontFamily}`,
  };
  const label = (step: number) => shortened(model.labels[step] ?? '');
  return {
    width,
    height,
    scales: {
      x: { time: false, range: (_, from, to) => [from - 0.5, to + 0.5] },
      y: { range: (_, from, to) => [Math.min(0, from ?? 0), (to ?? 0) * 1.06 || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, steps) => steps.map((step) => (Number.isInteger(step) ? label(step) : '')),
        ...(bars
          ? { incrs: [1], space: 14, rotate: -50, size: 110 }
          : { incrs: [1, 2, 3, 6, 12, 24, 48, 120, 360], space: 80 }),
      },
      { ...axis, values: (_, values) => values.map((value) => formats.number(value)), size: 72 },
    ],
    series: [
      { label: across, value: (_, step) => (step === null ? '' : (model.labels[step] ?? '')) },
      ...(bars ? drawn.toReversed() : drawn).map(
        ({ name, stroke, values }): uPlot.Series => ({
          label: name || words,
          stroke,
          value: (_, __, ___, step) => told(step === null ? null : (values[step] ?? null)),
          ...(bars
            ? { fill: stroke, width: 0, points: { show: false }, paths: barPaths() }
            : { width: 2, points: { show: model.labels.length <= 60, size: 5 } }),
        }),
      ),
    ],
    padding: [16, bars ? 56 : 16, null, null],
    cursor: { points: { show: !bars }, drag: { x: false, y: false } },
  };

  function told(value: number | null): string {
    return value === null ? '' : formats.number(value);
  }
}

function barPaths(): uPlot.Series.PathBuilder {
  const paths = uPlot.paths.bars?.({ size: [0.75, 72] });
  if (!paths) throw new Error('This build of uPlot cannot draw bars; install the whole package.');
  return paths;
}

function shortened(label: string): string {
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label;
}
