import type { SignInRules } from '@munjigi/contract';
import { ROLES, type Role } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useAuthContext, useCan, useProduct } from '../../../session/auth.tsx';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { LabelledCard } from '../../../ui/section-head.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useEditSignInRules, useSignInRules } from './second-factor.api.ts';

/** A choice of the minutes that the server accepts, 5 to 720. */
const MINUTES: readonly number[] = [5, 10, 15, 30, 60, 120, 240, 480, 720];

/** The chain's sign-in rules for each role (AU-5): two steps, and the end of an idle session. For ADMINs. */
export function SignInRulesCard() {
  return useCan()('users:write') ? <Rules /> : null;
}

function Rules() {
  const { t } = useTranslation('second-factor');
  const { data } = useSignInRules(useProduct());
  if (data === undefined) return null;
  return (
    <LabelledCard label={t('rules.title')} sx={{ p: { xs: 1.5, md: 2 }, display: 'grid', gap: 1 }}>
      <Box component="h2" sx={{ typography: 'subtitle1', fontWeight: 700, m: 0 }}>
        {t('rules.title')}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('rules.text')}</Box>
      <RulesForm key={data.version} rules={data} />
    </LabelledCard>
  );
}

function RulesForm({ rules }: { readonly rules: SignInRules }) {
  const { t } = useTranslation(['second-factor', 'navbar', 'form']);
  const edit = useEditSignInRules(useProduct());
  const { user, checkUserSession } = useAuthContext();
  const [required, setRequired] = useState<readonly Role[]>(rules.secondFactorRoles);
  const [idleMinutes, setIdleMinutes] = useState(rules.idleMinutes);
  const isOwn = required.some((role) => user?.roles.includes(role) && !rules.secondFactorRoles.includes(role));
  const setRole = (role: Role, isRequired: boolean) =>
    setRequired(isRequired ? [...required, role] : required.filter((other) => other !== role));
  const setMinutes = (role: Role, count: number) =>
    setIdleMinutes(
      Object.fromEntries(Object.entries({ ...idleMinutes, [role]: count }).filter(([, minutes]) => minutes > 0)),
    );

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (edit.isPending) return;
    edit.mutate(
      { version: rules.version, secondFactorRoles: [...required], idleMinutes },
      {
        onSuccess: () => {
          toast.success(t('form:saved'));
          if (isOwn) void checkUserSession();
        },
        onError: (problem) => toast.error(problemText(t, problem)),
      },
    );
  }

  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {ROLES.map((role) => (
          <RoleRules
            key={role}
            role={role}
            isRequired={required.includes(role)}
            minutes={idleMinutes[role]}
            savedMinutes={rules.idleMinutes[role]}
            onRequire={(isRequired) => setRole(role, isRequired)}
            onMinutes={(minutes) => setMinutes(role, minutes)}
          />
        ))}
      </Box>
      {isOwn && (
        <Box role="status" sx={{ typography: 'body2' }}>
          {t('rules.own')}
        </Box>
      )}
      <Button type="submit" variant="contained" aria-disabled={edit.isPending} sx={{ justifySelf: 'start' }}>
        {t('form:save')}
      </Button>
    </Box>
  );
}

interface RoleRulesProps {
  readonly role: Role;
  /** Whether the role needs two steps. */
  readonly isRequired: boolean;
  /** Minutes after which an idle session ends; `undefined`: never. */
  readonly minutes: number | undefined;
  readonly savedMinutes: number | undefined;
  readonly onRequire: (isRequired: boolean) => void;
  /** 0: never. */
  readonly onMinutes: (minutes: number) => void;
}

function RoleRules({ role, isRequired, minutes, savedMinutes, onRequire, onMinutes }: RoleRulesProps) {
  const { t } = useTranslation(['second-factor', 'navbar']);
  const options = choicesWith(savedMinutes).map((count) => ({
    value: String(count),
    label: count % 60 === 0 ? t('rules.hours', { count: count / 60 }) : t('rules.minutes', { count }),
  }));
  return (
    <Box role="group" aria-label={t(`navbar:role.${role}`)}>
      <Box sx={{ typography: 'body2', fontWeight: 600 }}>{t(`navbar:role.${role}`)}</Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
          gap: 1,
          alignItems: 'center',
        }}
      >
        <FormControlLabel
          sx={{ m: 0, ml: -1, minHeight: 44, '& .MuiFormControlLabel-label': { typography: 'body2' } }}
          label={t('rules.requires')}
          control={<Checkbox checked={isRequired} onChange={(_event, isOn) => onRequire(isOn)} />}
        />
        <SelectInput
          label={t('rules.idle')}
          value={String(minutes ?? '')}
          options={[{ value: '', label: t('rules.never') }, ...options]}
          onChange={(value) => onMinutes(Number(value))}
        />
      </Box>
    </Box>
  );
}

/** The usual choices, and the saved value when it is not one of them. */
function choicesWith(saved: number | undefined): readonly number[] {
  return saved === undefined || MINUTES.includes(saved) ? MINUTES : [...MINUTES, saved].sort((a, b) => a - b);
}
