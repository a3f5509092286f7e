/** Whether the target of an event is in a dialog above the one that an element is in. */
export function isAbove(target: EventTarget | null, element: Element | null): boolean {
  return target instanceof Element && target.closest('dialog') !== element?.closest('dialog')
}
