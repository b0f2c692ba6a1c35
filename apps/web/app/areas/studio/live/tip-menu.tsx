import type { Stream } from '@fanlight/contract/streaming'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { Button } from '../../../ui/button.tsx'
import { TipMenuDialog } from './tip-menu-dialog.tsx'

type Menu = Stream['menu']

/** While no stream is open: what later ones begin with. */
export function OwnTipMenu() {
  const [menu, setMenu] = useState<Menu | null>(null)
  useEffect(() => {
    call('GET /streaming/menu').then(
      ({ data }) => setMenu(data),
      () => {},
    )
  }, [])
  return menu && <TipMenuCard menu={menu} onSaved={setMenu} />
}

/** What one does for a tip of a certain size. */
export function TipMenuCard({ menu, onSaved }: { menu: Menu; onSaved: (menu: Menu) => void }) {
  const t = useT()
  const { tokens } = useFormats()
  const [editing, setEditing] = useState(false)
  return (
    <section aria-labelledby="live-menu" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <h2 id="live-menu" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.menu.heading')}
        </h2>
        {menu.length > 0 ? (
          <Button size="sm" variant="ghost" className="-my-1 -me-3" onClick={() => setEditing(true)}>
            {t('liveStudio.menu.edit')}
          </Button>
        ) : null}
      </div>
      {menu.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-2">
          {menu.map(({ _id, title, tokens: price, isOn }) => (
            <li
              key={_id}
              className="inline-flex max-w-full items-center gap-2 rounded-full bg-surface-2 px-3.5 py-1.5 text-sm font-semibold"
            >
              <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
              <span className="num inline-flex shrink-0 items-center gap-1 font-bold">
                <TokenIcon className="size-4" />
                {tokens(price)}
              </span>
              {isOn ? null : <span className="font-normal text-ink-2">{t('liveStudio.menu.off')}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-2">{t('liveStudio.menu.hint')}</p>
          <Button size="sm" className="mt-3" onClick={() => setEditing(true)}>
            {t('liveStudio.menu.set')}
          </Button>
        </>
      )}
      {editing ? <TipMenuDialog menu={menu} onSaved={onSaved} onClose={() => setEditing(false)} /> : null}
    </section>
  )
}
