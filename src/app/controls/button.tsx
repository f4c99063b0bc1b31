/** A button that submits no form. */
import type { ComponentProps, ReactNode } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** Left out for the looks of all buttons; null for none. */
  readonly className?: string | null;
}

export function Button({ className = 'button', ...props }: ButtonProps): ReactNode {
  return <button type="button" className={className ?? undefined} {...props} />;
}
