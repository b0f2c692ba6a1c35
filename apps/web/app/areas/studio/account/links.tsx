import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'

const most = 10
interface Row {
  key: string
  title: string
  url: string
}

/** Links to the creator's other sites. An empty row at the end works without scripts too. */
export function Links({ links }: { links: readonly { title: string; url: string }[] }) {
  const t = useT()
  const [rows, setRows] = useState<readonly Row[]>(() =>
    [...links, ...(links.length < most ? [{ title: '', url: '' }] : [])].map((link, at) => ({
      ...link,
      key: String(at),
    })),
  )
  return (
    <SettingsSection title={t('studio.account.links')}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {rows.map(({ key, title, url }, at) => (
          <li
            key={key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
          >
            <Field
              label={t('studio.account.linkTitle', { at: at + 1 })}
              name={`links.${at}.title`}
              className="max-sm:col-span-2"
            >
              <Input name="linkTitle" maxLength={60} defaultValue={title} />
            </Field>
            <Field label={t('studio.account.linkUrl', { at: at + 1 })} name={`links.${at}.url`}>
              <Input
                name="linkUrl"
                type="url"
                inputMode="url"
                maxLength={2048}
                placeholder="https://"
                defaultValue={url}
              />
            </Field>
            <IconButton
              label={t('studio.account.linkRemove', { at: at + 1 })}
              tip="none"
              className="mb-0.5"
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {rows.length < most ? (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => setRows([...rows, { key: crypto.randomUUID(), title: '', url: '' }])}
        >
          <Plus aria-hidden="true" />
          {t('studio.account.linkAdd')}
        </Button>
      ) : null}
    </SettingsSection>
  )
}
