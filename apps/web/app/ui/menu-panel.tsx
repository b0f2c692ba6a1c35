import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { directionOf } from '@fanlight/contract/locales'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { usePageInfo } from '../i18n/context.tsx'
import type { MenuProps } from './menu.tsx'

const row =
  'flex min-h-10 w-full cursor-default items-center gap-3 rounded-sm px-3 py-2 text-start text-sm font-medium text-ink outline-none select-none data-highlighted:bg-surface-2 data-disabled:opacity-50 [&>svg]:size-[18px] [&>svg]:text-ink-3 pointer-coarse:min-h-11'

/** The menu itself; open from the start, because it was fetched for the press that wanted it. */
export function MenuPanel({ trigger, actions, align = 'end', defaultOpen }: MenuProps & { defaultOpen: boolean }) {
  const { locale } = usePageInfo()
  const chosen = actions.findIndex((action) => action?.checked)
  const rows = actions.map((action, at) =>
    action === null ? (
      // A line has no name.
      <Base.Separator key={`line-${at}`} className="mx-2 my-1.5 h-px bg-line" />
    ) : action.checked !== undefined ? (
      <Base.RadioItem
        key={String(action.label)}
        value={at}
        closeOnClick
        className={clsx(row, action.checked && 'bg-primary-soft text-primary-soft-ink')}
      >
        {action.icon}
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{action.label}</span>
          <span className={clsx('block text-xs font-normal', action.checked || 'text-ink-3')}>{action.detail}</span>
        </span>
        {action.checked ? <Check aria-hidden="true" /> : null}
      </Base.RadioItem>
    ) : (
      <Base.Item
        key={String(action.to ?? action.label)}
        disabled={action.disabled}
        onClick={action.onPress}
        {...(action.to ? { render: <Link to={action.to} /> } : {})}
        className={clsx(row, action.danger && 'text-danger-text! [&>svg]:text-danger-text!')}
      >
        {action.icon}
        {action.label}
      </Base.Item>
    ),
  )
  return (
    <DirectionProvider direction={directionOf(locale)}>
      <Base.Root defaultOpen={defaultOpen}>
        <Base.Trigger render={trigger} />
        <Base.Portal>
          <Base.Positioner sideOffset={6} align={align} className="z-70 outline-none">
            <Base.Popup className="min-w-52 origin-(--transform-origin) rounded-md bg-raised p-1.5 shadow-[var(--shadow-2),0_0_0_1px_var(--line)] outline-none transition-[opacity,scale] duration-(--base) ease-fan data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
              {chosen < 0 ? (
                rows
              ) : (
                <Base.RadioGroup value={chosen} onValueChange={(at: number) => actions[at]?.onPress?.()}>
                  {rows}
                </Base.RadioGroup>
              )}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </DirectionProvider>
  )
}
