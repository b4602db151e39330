import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { axisWords } from './axis-words.ts';
import { chartModel } from './chart-model.ts';
import { chartData, chartOptions } from './chart-options.ts';
import type { CountResult } from './count-answer.ts';
import 'uplot/dist/uPlot.min.css';
import './count-chart.css';

const HEIGHT = 380;

/** The answer drawn. What it shows stands in the table too, which is where screen readers find it. */
export function CountChart({ result }: { result: CountResult }) {
  const { texts, formats } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const model = useMemo(() => chartModel(result, texts), [result, texts]);
  const label = texts.counts.chartOf(named(texts.ledgers, result.request.ledger));

  useEffect(() => {
    const element = place.current;
    if (!element || !model) return;
    const colours = matchMedia('(prefers-color-scheme: dark)');
    let chart: uPlot | undefined;
    const draw = () => {
      chart?.destroy();
      const width = element.clientWidth;
      const across = result.request.rows[0] ? axisWords(texts, result.request.rows[0]) : '';
      const words = texts.counts.value;
      const options = chartOptions(model, { width, height: HEIGHT, across, words, formats, element });
      chart = new uPlot(options, chartData(model), element);
    };
    draw();
    const resizes = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }));
    resizes.observe(element);
    colours.addEventListener('change', draw);
    return () => {
      resizes.disconnect();
      colours.removeEventListener('change', draw);
      chart?.destroy();
    };
  }, [model, result, texts, formats]);

  if (!model) return <p className="notice">{texts.counts.noChart}</p>;
  return (
    <figure className="chart card">
      <div ref={place} role="img" aria-label={label} />
      {model.leftOut > 0 && (
        <figcaption className="soft small">{texts.counts.chartLeftOut(formats.number(model.leftOut))}</figcaption>
      )}
    </figure>
  );
}
