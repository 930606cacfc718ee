import type { OnCallChannel, OnCallPerson } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import type { StepDraft } from './rules-draft.ts';

interface StepPeopleProps {
  readonly step: StepDraft;
  readonly people: readonly OnCallPerson[];
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
  readonly onChange: (userIds: string[]) => void;
}

/** The people of a step, each with the channels that reach them now, and a warning when a chosen one does not. */
export function StepPeople({ step: { userIds, channels }, people, isReadOnly, error, onChange }: StepPeopleProps) {
  const { t } = useTranslation('on-call');
  // A person may have lost their access since the rules were saved; the server refuses rules that name them.
  const missingIds = isReadOnly ? [] : userIds.filter((id) => !people.some(({ userId }) => userId === id));
  const toggle = (userId: string) =>
    onChange(userIds.includes(userId) ? userIds.filter((other) => other !== userId) : [...userIds, userId]);
  return (
    <Box role="group" aria-label={t('rules.people')}>
      <Box sx={{ typography: 'body2', fontWeight: 600 }}>{t('rules.people')}</Box>
      {isReadOnly && <Box sx={{ typography: 'body2' }}>{t('rules.peopleCount', { count: userIds.length })}</Box>}
      {!isReadOnly && people.length === 0 && <Box sx={{ typography: 'body2' }}>{t('rules.noPeople')}</Box>}
      {!isReadOnly &&
        people.map((person) => (
          <PersonChoice
            key={person.userId}
            person={person}
            chosenChannels={channels}
            isChosen={userIds.includes(person.userId)}
            onToggle={() => toggle(person.userId)}
          />
        ))}
      {missingIds.map((userId) => (
        <Box key={userId} data-testid="on-call-person">
          <FormControlLabel
            sx={{ mr: 0, minHeight: 44 }}
            label={t('rules.gonePerson')}
            control={<Checkbox size="small" checked onChange={() => toggle(userId)} />}
          />
          <Warning text={t('rules.goneText')} />
        </Box>
      ))}
      <ProblemAlert text={error} />
    </Box>
  );
}

interface PersonChoiceProps {
  readonly person: OnCallPerson;
  readonly chosenChannels: readonly OnCallChannel[];
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function PersonChoice({ person: { name, roles, channels }, chosenChannels, isChosen, onToggle }: PersonChoiceProps) {
  const { t } = useTranslation(['on-call', 'navbar']);
  const words = (list: readonly OnCallChannel[]) => list.map((channel) => t(`channel.${channel}`)).join(', ');
  const missing = isChosen ? chosenChannels.filter((channel) => !channels.includes(channel)) : [];
  const reach = channels.length === 0 ? t('rules.reachNone') : t('rules.reach', { channels: words(channels) });
  return (
    <Box data-testid="on-call-person">
      <FormControlLabel
        sx={{ mr: 0, minHeight: 44, alignItems: 'flex-start', '& .MuiCheckbox-root': { mt: -0.25 } }}
        control={<Checkbox size="small" checked={isChosen} onChange={onToggle} />}
        label={
          <Box component="span" sx={{ display: 'grid', py: 0.5, overflowWrap: 'anywhere' }}>
            <span>
              {name} · {roles.map((role) => t(`navbar:role.${role}`)).join(', ')}
            </span>
            <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
              {reach}
            </Box>
          </Box>
        }
      />
      {missing.length > 0 && (
        <Warning
          text={t(missing.length === chosenChannels.length ? 'rules.unreached' : 'rules.notBy', {
            channels: words(missing),
          })}
        />
      )}
    </Box>
  );
}

function Warning({ text }: { readonly text: string }) {
  return (
    <Box
      role="status"
      data-testid="on-call-warning"
      sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start', typography: 'body2', pl: 3.5, pb: 0.5 }}
    >
      <Box component="span" sx={{ color: 'warning.main', display: 'inline-flex', pt: 0.25 }}>
        <Icon name="warning" size={16} />
      </Box>
      <span>{text}</span>
    </Box>
  );
}
