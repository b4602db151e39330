import { Component, type ReactNode } from 'react';
import { BrokenPart } from './broken-part.tsx';

interface Props {
  /** What else is shown ends the failure. */
  place: string;
  children: ReactNode;
}

/** Holds a fault of the page itself where it happened; the rest goes on. */
export class FailureBoundary extends Component<Props, { failure: unknown; place: string }> {
  override state = { failure: null as unknown, place: this.props.place };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  static getDerivedStateFromProps({ place }: Props, state: { place: string }) {
    return place === state.place ? null : { failure: null, place };
  }

  override render(): ReactNode {
    return this.state.failure === null ? this.props.children : <BrokenPart failure={this.state.failure} />;
  }
}
