import { useState } from 'react'
import { asProblem } from '../../../api/problem.ts'
import { useT, useViewerZone } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { ImageField } from '../pieces/image-field.tsx'
import type { StaffPromo } from './promos.tsx'

interface PromoFormProps {
  promo: StaffPromo | null
  onClose: () => void
  onSaved: () => void
}
const positions = ['landing', 'home', 'explore'] as const

/** One promo: image, link, position and time. Times are in the time zone of the editing user. */
export function PromoForm({ promo, onClose, onSaved }: PromoFormProps) {
  const t = useT()
  const where = { zone: useViewerZone().replaceAll('_', ' ') }
  const [imageId, setImageId] = useState(promo?.imageId ?? '')
  const { attempt, working, problem, setProblem } = useMutation()
  const save = async (form: FormData) => {
    if (working) return
    const text = (name: string) => String(form.get(name) ?? '').trim()
    if (!imageId) {
      setProblem({
        ...asProblem(null),
        code: 'RULE_BROKEN',
        status: 422,
        errors: [{ path: 'imageId', message: t('site.promos.needsImage') }],
      })
      return
    }
    const fields = {
      title: text('title'),
      url: text('url'),
      imageId,
      position: positions.find((position) => position === text('position')) ?? 'landing',
      ordering: Number(text('ordering')) || 0,
      endsAt: instantOf(text('endsAt')),
    }
    const isSaved = await attempt([...form, imageId], (change, at) => {
      const body = { ...fields, startsAt: instantOf(text('startsAt')) ?? at.toISOString() }
      return promo
        ? change('PUT /admin/promos/:id', { params: { id: promo._id }, body, once: true })
        : change('POST /admin/promos', { body, once: true })
    })
    if (isSaved) onSaved()
  }
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={promo ? t('site.promos.changeTitle') : t('site.promos.make')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form="promo" variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t('site.unsaved.save')}
          </Button>
        </div>
      }
    >
      <form
        id="promo"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <FormProblem problem={problem}>
          <ImageField
            label={t('site.promos.image')}
            name="imageId"
            value={imageId}
            shown={promo?.image?.url ?? null}
            use="promo"
            onChange={setImageId}
          />
          <Field label={t('site.promos.name')} name="title" hint={t('site.promos.nameHint')} required>
            <Input small maxLength={120} dir="auto" defaultValue={promo?.title} />
          </Field>
          <Field label={t('site.promos.url')} name="url" hint={t('site.promos.urlHint')} required>
            <Input small maxLength={500} dir="ltr" placeholder="https://" defaultValue={promo?.url} />
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('site.promos.position')} name="position">
              <Select small defaultValue={promo?.position ?? 'landing'}>
                {positions.map((position) => (
                  <option key={position} value={position}>
                    {t(`site.promos.position.${position}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t('site.promos.ordering')} name="ordering">
              <Input small type="number" min={0} max={1000} className="num" defaultValue={promo?.ordering ?? 0} />
            </Field>
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t('site.promos.startsAt')} name="startsAt" hint={t('site.promos.startsHint', where)}>
              <Input small type="datetime-local" defaultValue={promo ? clockOf(promo.startsAt) : ''} />
            </Field>
            <Field label={t('site.promos.endsAt')} name="endsAt" hint={t('site.promos.endsHint', where)}>
              <Input small type="datetime-local" defaultValue={promo?.endsAt ? clockOf(promo.endsAt) : ''} />
            </Field>
          </div>
        </FormProblem>
      </form>
    </Sheet>
  )
}

const instantOf = (clock: string): string | null => (clock ? new Date(clock).toISOString() : null)

/** An instant on this device's clock, as the browser's field for times wants it. */
function clockOf(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
