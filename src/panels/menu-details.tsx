/** A menu that opens below its button and closes when the user turns elsewhere, or with Escape. */
import { type ReactNode, useEffect, useRef } from 'react';

interface MenuDetailsProps {
  readonly className: string;
  readonly label: ReactNode;
  /** Name for who cannot see the label. */
  readonly name: string;
  readonly children: ReactNode;
}

export function MenuDetails({ className, label, name, children }: MenuDetailsProps): ReactNode {
  const menu = useRef<HTMLDetailsElement | null>(null);
  useEffect(() => {
    const shutUnlessInside = (event: Event): void => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute('open');
    };
    // Checkboxes are ticked one after the other, buttons do one thing.
    const shutAfterButton = (event: Event): void => {
      if (event.target instanceof HTMLButtonElement) menu.current?.removeAttribute('open');
    };
    const element = menu.current;
    element?.addEventListener('click', shutAfterButton);
    document.addEventListener('pointerdown', shutUnlessInside);
    document.addEventListener('focusin', shutUnlessInside);
    return () => {
      element?.removeEventListener('click', shutAfterButton);
      document.removeEventListener('pointerdown', shutUnlessInside);
      document.removeEventListener('focusin', shutUnlessInside);
    };
  }, []);
  return (
    <details
      className={className}
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current?.open !== true) return;
        event.stopPropagation();
        menu.current.removeAttribute('open');
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary aria-label={name}>{label}</summary>
      <div className="menu">{children}</div>
    </details>
  );
}
