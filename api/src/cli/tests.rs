use super::*;

/// The output of `gl <command> --help`.
fn help(name: &str) -> String {
    let mut all = command();
    all.build();
    let found = all.find_subcommand_mut(name).expect(name);
    found.render_long_help().to_string()
}

#[test]
fn the_command_line_is_sound() {
    command().debug_assert();
}

#[test]
fn serve_lists_each_setting_with_its_default() {
    let told = help("serve");
    for setting in config::settings() {
        let long = format!("--{} ", setting.get_long().expect("a flag"));
        assert!(told.contains(&long), "{long} is not in gl serve --help");
        let part = told.split_once(&long).map(|(_, rest)| rest).unwrap_or_default();
        let part = part.split("\n      --").next().unwrap_or_default();
        assert!(part.contains("[default: "), "{long} has no default: {part}");
        assert!(part.contains("[env: GL_"), "{long} names no variable: {part}");
    }
}

#[test]
fn other_commands_list_what_they_use() {
    for (name, lists, does_not) in [
        (
            "token",
            vec!["--jwt-secret ", "--jwt-issuer ", "--ttl ", "--database-url "],
            vec!["--listen ", "--rate-limit ", "--log "],
        ),
        (
            "login",
            vec!["--user ", "--ttl ", "--public-url ", "--database-url ", "--session-key-file "],
            vec!["--listen ", "--log "],
        ),
        (
            "init",
            vec!["--user ", "--name ", "--template ", "--yes", "--base-currency ", "--database-url "],
            vec!["--listen ", "--log "],
        ),
        ("migrate", vec!["--database-url "], vec!["--listen ", "--jwt-secret ", "--base-currency "]),
        (
            "worker",
            vec!["--database-url ", "--base-currency ", "--log ", "--concurrency "],
            vec!["--listen ", "--jwks "],
        ),
        ("check", vec!["--database-url ", "--base-currency "], vec!["--listen ", "--jwks ", "--max-requests "]),
        ("openapi", vec![], vec!["--listen ", "--database-url ", "--config "]),
        ("completions", vec![], vec!["--database-url "]),
    ] {
        let told = help(name);
        for flag in lists {
            assert!(told.contains(flag), "gl {name} --help lacks {flag}: {told}");
        }
        for flag in does_not {
            assert!(!told.contains(flag), "gl {name} --help lists {flag}: {told}");
        }
    }
}

#[test]
fn settings_are_taken_before_and_after_the_command() {
    for arguments in [
        ["gl", "--listen", "127.0.0.1:1", "serve", "--demo"].as_slice(),
        &["gl", "serve", "--listen", "127.0.0.1:1", "--demo"],
        &["gl", "--listen", "127.0.0.1:1"],
        &["gl", "audit", "verify", "--listen", "127.0.0.1:1"],
    ] {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let (_, config) = config::read::<Gl>(Gl::command(), &arguments).expect("understood");
        assert_eq!(config.listen, "127.0.0.1:1", "{arguments:?}");
    }
}

#[test]
fn wrong_values_are_told_in_one_line() {
    for (arguments, said) in [
        (["gl", "worker", "--concurrency", "0"], "--concurrency: \"0\" is not a whole number from 1"),
        (["gl", "serve", "--max-requests", "0"], "GL_MAX_REQUESTS: \"0\" is not a whole number from 1"),
        (["gl", "serve", "--workers", "two"], "GL_WORKERS: \"two\" is none of in-process, none"),
        (["gl", "completions", "cmd", "--listen=a:1"], "SHELL: \"cmd\" is none of bash"),
    ] {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        match config::read::<Gl>(Gl::command(), &arguments) {
            Err(Unread::Wrong(line)) => assert!(line.contains(said) && !line.contains('\n'), "{said}: {line}"),
            Err(Unread::Usage(text)) => panic!("{said}: {text}"),
            Ok(_) => panic!("{said}: taken"),
        }
    }
}
