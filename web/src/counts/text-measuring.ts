import type { Measuring } from './pivot-sizes.ts';

/** Measures as the browser draws, without drawing. @param family, size as CSS has them */
export function createMeasuring(font: string): Measuring {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * 9;
  context.font = font;
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? context.measureText(text).width;
    known.set(text, width);
    return width;
  };
}
