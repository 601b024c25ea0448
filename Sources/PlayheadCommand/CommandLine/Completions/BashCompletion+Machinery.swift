extension BashCompletion {
  /// The functions that use the tables; identical for any program.
  var machinery: String {
    #"""
    # Adds what of $names, and of the files if $files is set, goes on from $2, each with $1 before it.
    PREFIX_propose() {
      local before=$1 start=$2 quote= whole name cut= stop
      case $start in [\'\"]*) quote=${start:0:1} start=${start:1} ;; esac
      [[ -n $quote ]] || start=${start//\\/}
      # Bash replaces only what stands behind the last of these signs, where they part words.
      whole=$before
      [[ -n $quote ]] || whole+=$start
      for stop in = :; do
        [[ $COMP_WORDBREAKS == *$stop* && $whole == *$stop* ]] || continue
        name=${whole%"$stop"*}$stop
        ((${#name} > ${#cut})) && cut=$name
      done
      while IFS= read -r name; do
        [[ -n $name && $name == "$start"* ]] || continue
        name=$before$name name=${name#"$cut"}
        [[ -n $quote || -n $files ]] || printf -v name %q "$name"
        COMPREPLY+=("$name")
      done <<<"$names"
      [[ -n $files ]] || return 0
      while IFS= read -r name; do
        name=$before$name
        COMPREPLY+=("${name#"$cut"}")
      done < <(compgen -f -- "$start")
      # Bash before 4.0 has no compopt: it then quotes nothing and puts no slash behind a folder.
      type compopt &>/dev/null && compopt -o filenames
      return 0
    }

    PREFIX() {
      local line=${COMP_LINE:0:COMP_POINT} words=() word rest i j
      local option takes repeats names files
      # Bash parts words at = and : too; what has no space between is one word.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        rest=${line#"${line%%[![:space:]]*}"}
        word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || word=$rest
        if ((i > 0)) && [[ $rest == "$line" && -n $line ]]; then
          words[${#words[@]} - 1]+=$word
        else
          words+=("$word")
        fi
        line=${rest#"$word"}
      done

      local command= pending= ended= given=$'\n' count=0 current=${words[${#words[@]} - 1]}
      for ((i = 1; i < ${#words[@]} - 1; i++)); do
        word=${words[i]}
        if [[ -n $pending ]]; then
          pending=
        elif [[ -z $command ]]; then
          [[ $word == -* ]] || command=$word
        elif [[ -n $ended || $word != -?* ]]; then
          ((count++))
        elif [[ $word == -- ]]; then
          ended=1
        elif [[ $word == --* ]]; then
          PREFIX_option "$command" "${word%%=*}" || continue
          given+=$option$'\n'
          [[ -n $takes && $word != *=* ]] && pending=$option
        else
          for ((j = 1; j < ${#word}; j++)); do
            PREFIX_option "$command" "-${word:j:1}" || break
            given+=$option$'\n'
            [[ -n $takes ]] || continue
            ((j == ${#word} - 1)) && pending=$option
            break
          done
        fi
      done

      COMPREPLY=()
      if [[ -n $pending ]]; then
        PREFIX_option "$command" "$pending" && PREFIX_propose '' "$current"
      elif [[ -z $ended && $current == --*=* ]]; then
        PREFIX_option "$command" "${current%%=*}" && PREFIX_propose "${current%%=*}=" "${current#*=}"
      elif [[ -z $ended && $current == -[!-]?* ]] && PREFIX_option "$command" "${current:0:2}" &&
        [[ -n $takes ]]; then
        PREFIX_propose "${current:0:2}" "${current:2}"
      elif [[ -z $ended && $current == -* ]]; then
        PREFIX_options "$command"
        local open=
        while IFS= read -r word; do
          PREFIX_option "$command" "$word"
          [[ -z $repeats && $given == *$'\n'$word$'\n'* ]] || open+=$word$'\n'
        done <<<"$names"
        names=$open files=
        PREFIX_propose '' "$current"
      elif [[ -z $command ]]; then
        names=%COMMANDS% files=
        PREFIX_propose '' "$current"
      else
        PREFIX_operand "$command" "$count"
        PREFIX_propose '' "$current"
      fi
    }

    complete -F PREFIX %PROGRAM%

    """#.replacing("PREFIX", with: prefix)
      .replacing("%COMMANDS%", with: commandNames).replacing("%PROGRAM%", with: program.name)
  }
}
