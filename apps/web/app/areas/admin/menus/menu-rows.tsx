import { shippedLocales } from '@fanlight/contract/locales'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import type { MenuItem } from './menus.tsx'

interface MenuRowsProps {
  menuLocation: string
  items: readonly MenuItem[]
  onChange: (items: MenuItem[]) => void
}
const itemsMax = 12

/** The links of one menu in their order, each with its title in other languages. */
export function MenuRows({ menuLocation, items, onChange }: MenuRowsProps) {
  const t = useT()
  const change = (at: number, more: Partial<MenuItem>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...more } : item)))
  const move = (at: number, to: number) => {
    const next = [...items]
    next.splice(to, 0, ...next.splice(at, 1))
    onChange(next)
  }
  return (
    <>
      <ol className="mt-2 rounded-md ring-1 ring-line">
        {items.map((item, at) => (
          // Rows have no ID: their index is the key.
          <li key={at} className="grid gap-3 border-t border-line p-3 first:border-0 md:grid-cols-[1fr_1fr_auto]">
            <Field label={t('site.menus.linkTitle')} name={`menus.${menuLocation}.${at}.title`}>
              <Input
                small
                dir="auto"
                maxLength={60}
                value={item.title}
                onChange={(event) => change(at, { title: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('site.menus.path')} name={`menus.${menuLocation}.${at}.path`}>
              <Input
                small
                dir="ltr"
                maxLength={500}
                value={item.path}
                onChange={(event) => change(at, { path: event.currentTarget.value })}
              />
            </Field>
            <div className="flex items-end gap-1">
              <IconButton
                size="sm"
                label={t('site.menus.up', { title: item.title })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={t('site.menus.down', { title: item.title })}
                disabled={at === items.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={t('site.menus.remove', { title: item.title })}
                onClick={() => onChange(items.filter((_, index) => index !== at))}
              >
                <X aria-hidden="true" />
              </IconButton>
            </div>
            <Checkbox
              label={t('site.menus.newTab')}
              checked={item.newTab ?? false}
              onChange={(event) => change(at, { newTab: event.currentTarget.checked })}
            />
            <Titles item={item} onChange={(titles) => change(at, { titles })} />
          </li>
        ))}
      </ol>
      <Button
        variant="quiet"
        size="sm"
        className="mt-2 me-2"
        disabled={items.length >= itemsMax}
        onClick={() => onChange([...items, { title: '', path: '/' }])}
      >
        <Plus aria-hidden="true" />
        {t('site.menus.add')}
      </Button>
    </>
  )
}

function Titles({ item, onChange }: { item: MenuItem; onChange: (titles: Record<string, string>) => void }) {
  const t = useT()
  const { locale: reader } = usePageInfo()
  const names = new Intl.DisplayNames([reader], { type: 'language' })
  return (
    <details className="md:col-span-2">
      <summary className="text-xs text-primary-text pointer-coarse:py-3">{t('site.menus.languages')}</summary>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {shippedLocales.map((locale) => (
          <Field key={locale} label={names.of(locale) ?? locale} className="text-xs">
            <Input
              small
              dir="auto"
              lang={locale}
              maxLength={60}
              placeholder={item.title}
              value={item.titles?.[locale] ?? ''}
              onChange={(event) => {
                const { [locale]: _old, ...rest } = item.titles ?? {}
                const title = event.currentTarget.value
                onChange(title.trim() ? { ...rest, [locale]: title } : rest)
              }}
            />
          </Field>
        ))}
      </div>
    </details>
  )
}
