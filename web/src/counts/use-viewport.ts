import { type RefObject, useEffect, useState } from 'react';

export interface Viewport {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Where a scrolling element stands and how large it is, once a frame at most. */
export function useViewport(frame: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, left: 0, width: 1200, height: 800 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let asked = 0;
    const look = () => {
      asked = 0;
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
      setViewport((seen) =>
        seen.top === scrollTop && seen.left === scrollLeft && seen.width === clientWidth && seen.height === clientHeight
          ? seen
          : { top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight },
      );
    };
    const ask = () => {
      asked ||= requestAnimationFrame(look);
    };
    const resizes = new ResizeObserver(ask);
    resizes.observe(element);
    element.addEventListener('scroll', ask, { passive: true });
    look();
    return () => {
      cancelAnimationFrame(asked);
      resizes.disconnect();
      element.removeEventListener('scroll', ask);
    };
  }, [frame]);
  return viewport;
}
