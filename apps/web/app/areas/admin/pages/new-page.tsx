import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { slugFrom } from './slug.ts'

/** Requests the title and the address of a page; nothing is saved until its text is saved. */
export function NewPage({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const { locale } = usePageInfo()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  // The address follows the title until the user types one.
  const [address, setAddress] = useState<string | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [working, setWorking] = useState(false)
  const slug = address ?? slugFrom(title)
  const go = async (type: string) => {
    if (working) return
    setWorking(true)
    setProblem(null)
    try {
      const { data } = await call('GET /admin/posts/:slug/:locale', { params: { slug, locale } })
      if (data.texts.length === 0)
        await navigate(`/admin/posts/${slug}/${locale}?${new URLSearchParams({ title: title.trim(), type })}`)
      else setProblem(wrongAddress(t('staff.posts.taken')))
    } catch (error) {
      const found = asProblem(error)
      setProblem(found.status === 422 || found.status === 404 ? wrongAddress(t('staff.posts.addressRule')) : found)
    } finally {
      setWorking(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('staff.posts.make')}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form="new-page" variant="primary" busy={working ? t('staff.posts.looking') : undefined}>
            {t('staff.posts.write')}
          </Button>
        </div>
      }
    >
      <form
        id="new-page"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void go(String(new FormData(event.currentTarget).get('type')))
        }}
      >
        <FormProblem problem={problem}>
          <Field label={t('staff.posts.name')} name="title" required>
            <Input dir="auto" maxLength={200} value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
          </Field>
          <Field label={t('staff.posts.address')} name="slug" hint={t('staff.posts.addressRule')} required>
            <Input
              dir="ltr"
              maxLength={80}
              value={slug}
              onChange={(event) => setAddress(event.currentTarget.value.toLowerCase())}
            />
          </Field>
          <Field label={t('staff.posts.column.kind')} name="type">
            <Select>
              <option value="page">{t('staff.posts.kind.page')}</option>
              <option value="news">{t('staff.posts.kind.news')}</option>
            </Select>
          </Field>
        </FormProblem>
      </form>
    </Dialog>
  )
}

const wrongAddress = (message: string): ProblemData => ({
  ...asProblem(null),
  code: 'RULE_BROKEN',
  status: 422,
  errors: [{ path: 'slug', message }],
})
