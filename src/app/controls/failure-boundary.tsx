/**
 * Error boundary: a part that throws while it is rendered or painted is replaced by a line that names
 * it, and the rest of the page goes on working. Without a boundary React unmounts the whole page.
 */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';

interface FailureBoundaryProps {
  /** Name of the part, as shown to the user. */
  readonly part: string;
  /** The part is rendered again when this changes. */
  readonly resetOn?: unknown;
  /** The part is an item of a list. */
  readonly isItem?: boolean;
  readonly children: ReactNode;
}

interface Failure {
  readonly error: unknown;
  /** The components that the error passed through, the innermost first. */
  readonly components: string;
}

export class FailureBoundary extends Component<FailureBoundaryProps, { readonly failure: Failure | null }> {
  override readonly state: { readonly failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { readonly failure: Failure } {
    return { failure: { error, components: '' } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ failure: { error, components: componentStack?.trim() ?? '' } });
  }

  override componentDidUpdate(before: FailureBoundaryProps): void {
    if (this.state.failure !== null && before.resetOn !== this.props.resetOn) this.#tryAgain();
  }

  readonly #tryAgain = (): void => this.setState({ failure: null });

  override render(): ReactNode {
    const { part, isItem, children } = this.props;
    const { failure } = this.state;
    return failure === null ? (
      children
    ) : (
      <FailedPart part={part} isItem={isItem ?? false} failure={failure} onTryAgain={this.#tryAgain} />
    );
  }
}

/** Text for a bug report. */
function detailsOf(part: string, { error, components }: Failure): string {
  const what = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return `qlogscope: ${part} failed\n${what}\n${components}`.trim();
}

interface FailedPartProps {
  readonly part: string;
  readonly isItem: boolean;
  readonly failure: Failure;
  readonly onTryAgain: () => void;
}

function FailedPart({ part, isItem, failure, onTryAgain }: FailedPartProps): ReactNode {
  const Place = isItem ? 'li' : 'div';
  return (
    <Place
      className="message message-error failed-part"
      data-testid="failed-part"
      data-part={part}
      role="alert"
    >
      <p>
        <strong>Error:</strong> {part} failed because of a bug in qlogscope. The rest of the page still works.
      </p>
      <details>
        <summary>Where</summary>
        <pre>{detailsOf(part, failure)}</pre>
      </details>
      <p className="failed-part-actions">
        <Button onClick={onTryAgain}>Try again</Button>
        <CopyButton label="Copy the details" testId="copy-failure" text={() => detailsOf(part, failure)} />
      </p>
    </Place>
  );
}
